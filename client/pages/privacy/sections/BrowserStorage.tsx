import { Term, TermList } from '#client/landing/legal/TermList.tsx';
import { oauthStateLifetimeMinutes } from '#shared/limits.ts';

export const BrowserStorage = () => (
  <>
    <p>Leadlight sets no cookies for advertising or analytics. It stores only this in your browser:</p>
    <TermList>
      <Term name={<code>persist:user</code>}>
        Local storage. Your session token, name, e-mail address, role, which platforms you have connected, and your
        default ad accounts, so that you stay signed in. Signing out clears it.
      </Term>
      <Term name={<code>persist:ui</code>}>Local storage. Whether the sidebar is open.</Term>
      <Term name={<code>persist:columns</code>}>Local storage. The columns that you have hidden in each table.</Term>
      <Term name={<code>persist:leadsTab</code>}>Local storage. The tab that Leads opens with.</Term>
      <Term name={<code>persist:csv</code>}>
        Local storage. The format that you have chosen for CSV files of Campaigns.
      </Term>
      <Term name={<code>persist:importColumns</code>}>
        Local storage. The column names of the last files for which you have chosen what their columns become.
      </Term>
      <Term name={<code>drafts</code>}>
        Local storage. What you have typed and not saved yet, such as a note on a lead. Saving or signing out removes
        it.
      </Term>
      <Term name={<code>persist:recent</code>}>
        Local storage. The names and addresses of the leads, campaigns and findings that you opened last, for the
        search. Signing out removes them.
      </Term>
      <Term name={<code>persist:notices</code>}>
        Local storage. The numbers of the last notifications that you were shown and that you have read, so that none is
        shown twice.
      </Term>
      <Term name={<code>theme</code>}>Local storage. Light, dark, or the setting of your system.</Term>
      <Term name={<code>session:expired</code>}>
        Local storage. For a moment, the token of a session that has expired, so that your other tabs sign out too.
      </Term>
      <Term name={<code>workspace:message</code>}>
        Session storage. For a moment, what to tell you when a page reloads because your workspace has changed.
      </Term>
      <Term name={<code>leadlight:reloaded-for-new-version</code>}>
        Session storage. For a moment, when a page reloads after an update.
      </Term>
      <Term
        name={
          <>
            <code>leadlight-consent</code>, with HTTPS <code>__Host-leadlight-consent</code>
          </>
        }
      >
        A cookie with a random value, for {oauthStateLifetimeMinutes} minutes while you connect a platform or reset your
        password. It makes sure that the platform’s answer, or the code from the e-mail, belongs to your browser.
      </Term>
    </TermList>
    <p>
      The history of a tab also remembers the list of ad accounts with which you opened the preview. You can delete all
      of this in the settings of your browser, which signs you out.
    </p>
    <p>
      Scripts, fonts and images come from this installation. The one exception: where sign-in with Google is offered,
      the pages for signing in and registering load Google’s script. Google then receives your IP address and may set
      its own cookies, as <a href="https://policies.google.com/privacy">Google’s privacy policy</a> says.
    </p>
  </>
);
