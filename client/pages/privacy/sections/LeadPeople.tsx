import { OperatorContact } from '#client/landing/legal/OperatorContact.tsx';
import type { SiteInfo } from '#shared/siteInfo.ts';

export const LeadPeople = ({ site }: { site: SiteInfo }) => (
  <>
    <p>
      You may have no account here, but we may store your answers: you filled in the form of an ad on Facebook,
      Instagram or TikTok, or an advertiser imported a list with your details.
    </p>
    <ul>
      <li>
        The advertiser is responsible for your answers: they chose the questions and decide what happens next. A lead
        form links to their own privacy policy.
      </li>
      <li>
        We store your answers for that advertiser. The people whom they have invited to their workspace see them, other
        users of this installation do not.
      </li>
      <li>To see, correct or delete your answers, or to object to their use, ask the advertiser first.</li>
      <li>
        If you do not know the advertiser, or get no reply, write to <OperatorContact site={site} />. Name the e-mail
        address or phone number that you gave. We search for it in all accounts, forward your request, and delete the
        answers if you have a right to it.
      </li>
      <li>The platform has its own copy. To delete that copy, ask Meta or TikTok.</li>
    </ul>
  </>
);
