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
  undoLimits,
} from '#shared/limits.ts';
import type { SiteInfo } from '#shared/siteInfo.ts';

const Periods = ({ site: { leadRetentionDays } }: { site: SiteInfo }) => (
  <TermList>
    <Term name="Sessions">
      {sessionLifetimeDays} days after their last use, and {sessionAbsoluteDays} days after the sign-in at the latest.
      Signing out ends a session at once, and a new password ends the others.
    </Term>
    <Term name="Reset codes">{oneTimeCode.lifetimeMinutes} minutes, and only until used.</Term>
    <Term name="Invitations">The invited address, until it is used, for {invitationDays} days at most.</Term>
    <Term name="Open consents">{oauthStateLifetimeMinutes} minutes.</Term>
    <Term name="Counters">A day at most.</Term>
    <Term name="Rows of an export">
      Until the export is complete. The rows of a failed or cancelled export for {exportResumeDays} days, so that you
      can resume it.
    </Term>
    <Term name="Rows of an import">
      Until they are stored as leads. The rows of an interrupted import are deleted within hours.
    </Term>
    <Term name="Campaign figures">Until you disconnect the platform or your account is deleted.</Term>
    <Term name="Answers to repeated requests">{idempotencyKeyHours} hours.</Term>
    <Term name="Notifications">{notificationLimits.keptDays} days.</Term>
    <Term name="Lead events">About a week after the platform named the lead.</Term>
    <Term name="Runs of a synced sheet">The last {sheetSyncLimits.keptRuns} of each sheet.</Term>
    <Term name="Queued work">
      Contains identifiers. For deletions, it also contains the encrypted address or number to search for or to write
      to. It is deleted a day after it has ended, or 30 days after it has failed for good.
    </Term>
    <Term name="Private sheets">
      The list of sheets that are read for you, until you release them or your account is deleted.
    </Term>
    <Term name="Access tokens">Until you disconnect the platform or your account is deleted.</Term>
    <Term name="Leads and imported leads">
      {leadRetentionDays === null
        ? 'Until they are erased, or your account is deleted. They do not expire.'
        : `${leadRetentionDays} days: leads of your forms from when they were sent, imported leads from when they were imported. Older leads are deleted every hour and not read again.`}
    </Term>
    <Term name="What undo needs">
      What actions on many leads and imports have changed or deleted, for {undoLimits.days} days.
    </Term>
    <Term name="Marks of erased leads">
      A hash for each lead that was erased or was too old, so that it does not come back from the platform or a synced
      sheet. Kept until your account is deleted, or the lead is imported again by hand.
    </Term>
    <Term name="Receipts of deletions">
      They contain a code, times and counts, but no personal data. They are kept.
    </Term>
    <Term name="All the rest">
      Your account, synced sheets and the list of your exports stay until you delete your account. They do not expire.
    </Term>
    <Term name="Backups and logs">As long as we keep them. Ask us.</Term>
  </TermList>
);

const Disconnecting = () => (
  <>
    <Procedure title="Revoke the access to a platform">
      <li>Sign in and open Settings.</li>
      <li>Under Connections, choose Disconnect next to the platform, and confirm.</li>
    </Procedure>
    <p>
      This revokes the access at the platform and deletes the tokens, the list of ad accounts and their figures here.
      For Facebook and TikTok, it also deletes the lists of Pages and lead forms, and stops the notifications of new
      leads. If the platform cannot be reached, the data is still deleted here. If another user of this installation has
      connected the same account or Page, its notifications stop when the last of you disconnects. Leads, default ad
      accounts, notifications and the list of exports stay.
    </p>
    <p>You can also revoke the access at the platform. Look for the app name from the consent window.</p>
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
      If you remove the app at Facebook, Facebook notifies us, and the access tokens are deleted here. Everything else
      stays until you disconnect here too.
    </p>
  </>
);

export const Deletion = ({ site }: { site: SiteInfo }) => (
  <>
    <Periods site={site} />
    <p>Expired sessions, codes, invitations, consents and counters have no effect and are deleted once a day.</p>
    <Disconnecting />
    <Procedure title="Delete everything that came from Facebook">
      <li>At Facebook, open Settings & privacy, Settings, then “Apps and websites”, and remove the app.</li>
      <li>Choose to have its data deleted. Facebook sends us the request and shows you a link and a code.</li>
      <li>
        The connection, ad accounts and figures, Pages, lead forms and leads, exports and notifications of that Facebook
        account are deleted within minutes. The link shows when this is done.
      </li>
    </Procedure>
    <p>
      Do that while Facebook is connected here: once you have disconnected it, we no longer know which leads came from
      that account. For those leads, and for leads from TikTok, erase the people one by one, delete your account, or
      write to <OperatorContact site={site} /> from the e-mail address of your account. We confirm the deletion within a
      month.
    </p>
    <Procedure title="Erase a person among your leads">
      <li>Delete the person at the source first: at the platform, and in your files and sheets.</li>
      <li>Open Settings, choose Erase Person, and enter the e-mail address, the phone number or both.</li>
      <li>
        Every lead and every imported lead with that address or number is deleted, also from the rows of unfinished
        imports and exports. You get a receipt with a code and without personal data.
      </li>
    </Procedure>
    <Procedure title="Stop syncing a sheet">
      <li>Open Google Sheets in the app and choose Delete next to the sheet.</li>
      <li>The sheet and its runs are deleted here at once. The leads that came from it stay until you ask us.</li>
    </Procedure>
    <Procedure title="Delete your account">
      <li>Open Settings, choose Delete Account, and type your e-mail address.</li>
      <li>
        The access is revoked at every platform, and you are signed out everywhere. If a platform cannot be reached, you
        are shown its name: revoke the access there yourself.
      </li>
      <li>
        The account is deleted with all its data within minutes: sessions, connections, ad accounts, figures, leads,
        imports, synced sheets, exports and notifications.
      </li>
    </Procedure>
    <p>
      Spreadsheets that Leadlight has created are yours. They stay in your Google Drive until you delete them there.
    </p>
  </>
);
