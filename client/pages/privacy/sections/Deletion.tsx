import { OperatorContact } from '#client/landing/legal/OperatorContact.tsx';
import { Procedure } from '#client/landing/legal/Procedure.tsx';
import { Term, TermList } from '#client/landing/legal/TermList.tsx';
import {
  exportResumeDays,
  idempotencyKeyHours,
  invitationDays,
  notificationLimits,
  oauthStateLifetimeMinutes,
  oneTimeCode,
  sessionAbsoluteDays,
  sessionLifetimeDays,
  sheetSyncLimits,
} from '#shared/limits.ts';
import type { SiteInfo } from '#shared/siteInfo.ts';

const Periods = ({ site: { leadRetentionDays } }: { site: SiteInfo }) => (
  <TermList>
    <Term name="Sessions">
      {sessionLifetimeDays} days after their last use, and {sessionAbsoluteDays} days after the sign-in at the latest.
      Signing out ends a session at once, and a new password ends the others.
    </Term>
    <Term name="Reset codes">{oneTimeCode.lifetimeMinutes} minutes, and only until used.</Term>
    <Term name="Invitations">The invited address, until it registers, for {invitationDays} days at most.</Term>
    <Term name="Consents under way">{oauthStateLifetimeMinutes} minutes.</Term>
    <Term name="Counters">A day at most.</Term>
    <Term name="Rows of an export">
      Until the export is complete. Those of a failed or cancelled one for {exportResumeDays} days, so that you can
      resume it.
    </Term>
    <Term name="Rows of an import">
      Until they are stored as leads. Those of an import that was broken off are deleted within hours.
    </Term>
    <Term name="Campaign figures">Until you disconnect the platform or your account is deleted.</Term>
    <Term name="Answers to repeated requests">{idempotencyKeyHours} hours.</Term>
    <Term name="Notifications">{notificationLimits.keptDays} days.</Term>
    <Term name="Notifications of leads">About a week after the platform named the lead.</Term>
    <Term name="Runs of a sheet in sync">The last {sheetSyncLimits.keptRuns} of each sheet.</Term>
    <Term name="Queued work">
      It holds identifiers, and for deletions, encrypted, the address or number to look for or to write to. It is
      deleted a day after it has ended, or 30 days after if it had to be given up.
    </Term>
    <Term name="Private sheets">Which ones are read for you, until you release them or your account is deleted.</Term>
    <Term name="Access tokens">Until you disconnect the platform or your account is deleted.</Term>
    <Term name="Leads and imported leads">
      {leadRetentionDays === null
        ? 'Until they are erased, or your account is deleted. They do not run out by themselves.'
        : `${leadRetentionDays} days: those of your forms from when they were sent, imported ones from when they were imported. Older ones are deleted every hour and not read again.`}
    </Term>
    <Term name="Marks of erased leads">
      Until your account is deleted, or the lead is imported again by hand: a hash for each lead that was erased, or was
      too old, so that it does not come back from the platform or a sheet in sync.
    </Term>
    <Term name="Receipts of deletions">They hold a code, times and counts, no personal data, and are kept.</Term>
    <Term name="All the rest">
      Your account, sheets in sync and the list of your exports stay until you delete your account. They do not run out
      by themselves.
    </Term>
    <Term name="Backups and logs">As long as we keep them. Ask us.</Term>
  </TermList>
);

const Disconnecting = () => (
  <>
    <Procedure title="Take back the access to a platform">
      <li>Sign in and open Settings.</li>
      <li>Under Connections, choose Disconnect beside the platform, and confirm.</li>
    </Procedure>
    <p>
      This ends the access at the platform and deletes from here the tokens, the list of ad accounts and their figures,
      for Facebook and TikTok also the lists of Pages and lead forms. The platform is told to notify us of leads no
      more. If it cannot be reached, the data is deleted here all the same. If another user of this installation has
      connected the very same account or Page, the platform is told by the last of you. Leads, default ad accounts,
      notifications and the list of exports stay.
    </p>
    <p>You can also end the access at the platform. The app has the name that its consent window showed you.</p>
    <ul>
      <li>
        Google: <a href="https://myaccount.google.com/connections">myaccount.google.com/connections</a>, choose the app,
        delete the connection.
      </li>
      <li>
        Facebook: Settings & privacy, Settings, then “Business integrations” (or “Apps and websites”), choose the app,
        Remove.
      </li>
      <li>TikTok: in the account settings of TikTok for Business, among the apps that you have authorized.</li>
    </ul>
    <p>
      If you remove the app at Facebook, Facebook tells us, and the access tokens are deleted here. Everything else
      stays until you disconnect here as well.
    </p>
  </>
);

export const Deletion = ({ site }: { site: SiteInfo }) => (
  <>
    <Periods site={site} />
    <p>
      Sessions, codes, invitations, consents and counters that have run out count for nothing, and are deleted once a
      day.
    </p>
    <Disconnecting />
    <Procedure title="Delete everything that came from Facebook">
      <li>At Facebook, open Settings & privacy, Settings, then “Apps and websites”, and remove the app.</li>
      <li>Choose to have its data deleted. Facebook sends us the request and shows you a link and a code.</li>
      <li>
        The connection, ad accounts and figures, Pages, lead forms and leads, exports and notifications of that Facebook
        account are deleted within minutes. The link tells when it is done.
      </li>
    </Procedure>
    <p>
      Do that while Facebook is connected here: once you have disconnected it, we no longer know which leads came from
      that account. For those, and for leads of TikTok, erase the persons one by one, delete your account, or write to{' '}
      <OperatorContact site={site} /> from the e-mail address of your account. We confirm it to you, within a month at
      the latest.
    </p>
    <Procedure title="Erase a person among your leads">
      <li>Have the person deleted where they come from: at the platform, and in your files and sheets.</li>
      <li>Open Settings, choose Erase Person, and enter the e-mail address, the phone number or both.</li>
      <li>
        Every lead and every imported lead with that address or number is deleted, also from rows of imports and exports
        under way. You get a receipt with a code, which names nobody.
      </li>
    </Procedure>
    <Procedure title="Stop keeping a sheet in sync">
      <li>Open Google Sheets in the app and choose Delete beside the sheet.</li>
      <li>The sheet and its runs are deleted here at once. The leads that came from it stay until you ask us.</li>
    </Procedure>
    <Procedure title="Delete your account">
      <li>Open Settings, choose Delete Account, and type your e-mail address.</li>
      <li>
        The access ends at every platform, and you are signed out everywhere. A platform that cannot be reached is named
        to you: end the access there yourself.
      </li>
      <li>
        The account is deleted with everything that belongs to it, within minutes: sessions, connections, ad accounts,
        figures, leads, imports, sheets in sync, exports and notifications.
      </li>
    </Procedure>
    <p>Spreadsheets that Leadlight has made are yours. They stay in your Google Drive until you delete them there.</p>
  </>
);
