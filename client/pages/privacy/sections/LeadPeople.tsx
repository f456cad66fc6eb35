import { OperatorContact } from '#client/landing/legal/OperatorContact.tsx';
import type { SiteInfo } from '#shared/siteInfo.ts';

export const LeadPeople = ({ site }: { site: SiteInfo }) => (
  <>
    <p>
      Perhaps you have no account here, but your answers are here: you filled in the form of an ad on Facebook,
      Instagram or TikTok, or an advertiser has imported a list with your details.
    </p>
    <ul>
      <li>
        The advertiser is responsible for your answers: they chose the questions and decide what happens next. A lead
        form links to their own privacy policy.
      </li>
      <li>
        We keep your answers for that advertiser, in their account. Other users of this installation do not see them.
      </li>
      <li>To see, correct or delete your answers, or to object to their use, ask the advertiser first.</li>
      <li>
        If you do not know who that is, or get no reply, write to <OperatorContact site={site} />. Name the e-mail
        address or phone number that you gave. We look for it in all accounts, pass your request on, and delete the
        answers where you have a right to it.
      </li>
      <li>The platform has a copy of its own. To delete that one, ask Meta or TikTok.</li>
    </ul>
  </>
);
