import { OperatorContact } from '#client/landing/legal/OperatorContact.tsx';
import { Procedure } from '#client/landing/legal/Procedure.tsx';
import { Term, TermList } from '#client/landing/legal/TermList.tsx';
import {
  exportResumeDays,
  idempotencyKeyHours,
  noticeLimits,
  oauthStateLifetimeMinutes,
  oneTimeCode,
  sessionLifetimeDays,
  sheetSyncLimits,
} from '#shared/limits.ts';
import type { SiteInfo } from '#shared/siteInfo.ts';

const Periods = () => (
  <TermList>
    <Term name="Sessions">
      {sessionLifetimeDays} days after their last use. Signing out ends a session at once, and a new password ends the
      others.
    </Term>
    <Term name="Reset codes">{oneTimeCode.lifetimeMinutes} minutes, and only until used.</Term>
    <Term name="Consents under way">{oauthStateLifetimeMinutes} minutes.</Term>
    <Term name="Counters">An hour at most.</Term>
    <Term name="Rows of an export">
      Until the export is complete. Those of a failed or cancelled one for {exportResumeDays} days, so that you can
      resume it.
    </Term>
    <Term name="Rows of an import">
      Until they are stored as leads. Those of an import that was broken off are deleted within hours.
    </Term>
    <Term name="Campaign figures">Until you disconnect the platform or your account is deleted.</Term>
    <Term name="Answers to repeated requests">{idempotencyKeyHours} hours.</Term>
    <Term name="Notices">{noticeLimits.keptDays} days.</Term>
    <Term name="Notifications of leads">About a week after the platform named the lead.</Term>
    <Term name="Runs of a sheet in sync">The last {sheetSyncLimits.keptRuns} of each sheet.</Term>
    <Term name="Queued work">It holds identifiers only, and is deleted a day after it has ended.</Term>
    <Term name="Access tokens">Until you disconnect the platform or your account is deleted.</Term>
    <Term name="All the rest">
      Your account, leads, imports, sheets in sync and the list of your exports stay until you ask us to delete them.
      They do not run out by themselves.
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
      notices and the list of exports stay.
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
      <li>TikTok: in the account settings of TikTok for Business, among the apps that you have authorised.</li>
    </ul>
    <p>That deletes nothing here, so disconnect here as well.</p>
  </>
);

export const Deletion = ({ site }: { site: SiteInfo }) => (
  <>
    <Periods />
    <p>Sessions, codes, consents and counters that have run out count for nothing, and are deleted once a day.</p>
    <Disconnecting />
    <Procedure title="Delete data that came from Facebook, Instagram, TikTok or Google">
      <li>Disconnect the platform, as above.</li>
      <li>
        Write to <OperatorContact site={site} />, from the e-mail address of your account. Name what is to go, such as
        “all data from Facebook” or certain leads.
      </li>
      <li>We delete it and confirm that to you, within a month at the latest.</li>
    </Procedure>
    <p>
      There is no button for this yet. A request that you send in the settings of Facebook or TikTok does not reach us
      by itself, so please write.
    </p>
    <Procedure title="Stop keeping a sheet in sync">
      <li>Open Google Sheets in the app and choose Delete beside the sheet.</li>
      <li>The sheet and its runs are deleted here at once. The leads that came from it stay until you ask us.</li>
    </Procedure>
    <Procedure title="Delete your account">
      <li>Disconnect every platform, as above, so that the access ends there too.</li>
      <li>
        Write to <OperatorContact site={site} />, from the e-mail address of your account.
      </li>
      <li>
        We delete the account with everything that belongs to it: sessions, connections, ad accounts, figures, leads,
        imports, sheets in sync, exports and notices.
      </li>
    </Procedure>
    <p>Spreadsheets that Leadlight has made are yours. They stay in your Google Drive until you delete them there.</p>
  </>
);
