import { OperatorContact } from '#client/landing/legal/OperatorContact.tsx';
import type { SiteInfo } from '#shared/siteInfo.ts';

export const Rights = ({ site }: { site: SiteInfo }) => (
  <>
    <p>You have the right to:</p>
    <ul>
      <li>know what we store about you, and receive a copy;</li>
      <li>have it corrected: name and password in Settings, the e-mail address through us;</li>
      <li>have it deleted, which you can do yourself in Settings, or its use restricted;</li>
      <li>object to a use that rests on a legitimate interest;</li>
      <li>take your data with you: leads and reports as spreadsheets through the export, the rest from us;</li>
      <li>withdraw a consent for the future;</li>
      <li>complain to a data protection authority, for example where you live.</li>
    </ul>
    <p>
      Write to <OperatorContact site={site} />, from the e-mail address of your account if you have one, so that we know
      the request is yours. It costs nothing. We answer within a month.
    </p>
    <p>
      Leadlight is made for people at work. It is not meant for children, and we do not knowingly store accounts of
      anyone under 16. Let us know if we do.
    </p>
    <p>
      When this policy changes, the new text appears here with a new date. Before a change that matters to your rights
      takes effect, we notify you by e-mail.
    </p>
  </>
);
