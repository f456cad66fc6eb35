import { Term, TermList } from '#client/landing/legal/TermList.tsx';
import { notificationLimits, sheetSyncLimits } from '#shared/limits.ts';

export const StoredData = () => (
  <>
    <TermList>
      <Term name="Your account">
        Your name, e-mail address and role, whether you have proven that the address is yours, your default ad accounts,
        and when the account was created and last changed. Your password as a hash, never as text. If you sign in with
        Google: the identifier by which Google knows you.
      </Term>
      <Term name="Sessions and codes">
        A hash of each session token, with its start, its last use and its expiry. While you reset a password: a hash of
        the code that we mailed, its expiry, and how many attempts are left. While you connect a platform: data that
        ties its response to you, hashed or encrypted.
      </Term>
      <Term name="Connections">
        For each platform that you connect: its access tokens, encrypted; which account you connected there (at Google
        its e-mail address, at Facebook your name, at TikTok the name of an ad account) with its identifier; the
        permissions that you granted; when you connected, and when a call last worked.
      </Term>
      <Term name="Ad accounts, Pages and forms">
        Identifiers and names of the ad accounts, Facebook Pages and lead forms that a connection can access; currency
        and time zone of the ad accounts; the state of the forms and how many leads they have; an encrypted access token
        for each Facebook Page.
      </Term>
      <Term name="Campaign figures">
        For each day of your ad accounts that you or the overview have requested: the names, identifiers, states, cost,
        clicks, impressions and conversions of the campaigns, ad sets and ads; when they were read; and why an ad
        account could not be read. They say nothing about the people who saw an ad. We also store which ad accounts and
        dates you viewed, so that an export can use them.
      </Term>
      <Term name="Leads of your forms">
        Every answer in a lead form of your Facebook Pages and TikTok ad accounts, such as name, e-mail address, phone
        number and your own questions. Also the form, Page, ad, ad set and campaign of the lead, its identifier, and
        when it was sent.
      </Term>
      <Term name="Imported leads">
        The rows of the files and Google Sheets that you import or sync. A file is read in your browser; only its rows
        are sent to the server.
      </Term>
      <Term name="Work on leads">
        Statuses, assignees, tags, values and notes that you and the other members of your workspace give to leads, who
        made each change and when, and what actions on many leads have changed, so that they can be undone.
      </Term>
      <Term name="Your workspace">Its name, settings and members with their roles.</Term>
      <Term name="Synced sheets">
        The address that you pasted, the kind of leads in it, a fingerprint of its rows, and for the last{' '}
        {sheetSyncLimits.keptRuns} runs the times, the counts, and the numbers of rejected rows with the reason. For a
        private sheet, also that it is read only for you.
      </Term>
      <Term name="Exports">
        Title, ad accounts, dates, search text, column titles, number of rows, result, and the address of the
        spreadsheet. The rows themselves are stored only until the export is complete, or until a failed or cancelled
        export can no longer be resumed.
      </Term>
      <Term name="Notifications">
        Messages about connections, exports and synced sheets, and when they were marked as read, so that you miss none.
        Kept for {notificationLimits.keptDays} days.
      </Term>
      <Term name="Repeated requests">
        If a program marks its requests so that none is executed twice: the mark, a hash of the request and the
        response.
      </Term>
      <Term name="Receipts">
        For each deletion that you request: a code, when it was requested and completed, and how many records of each
        kind were deleted. For each erased lead, also a hash that identifies the lead if it arrives again.
      </Term>
      <Term name="Invitations">Your e-mail address, if you were invited to register or to a workspace.</Term>
      <Term name="Counters">
        How often somebody has tried to sign in, to register or to reset a password, stored under a hash of IP address
        and e-mail address.
      </Term>
      <Term name="Logs">
        Times, paths of requests, identifiers and errors. Leadlight is built to keep passwords, tokens and the contents
        of leads out of its log, and it does not log IP addresses. A web server that we run in front of it may do so.
      </Term>
    </TermList>
    <p>
      This data comes from you, from the platforms that you connect, and from the files and sheets that you name.
      Without a connection nothing is fetched from a platform.
    </p>
  </>
);
