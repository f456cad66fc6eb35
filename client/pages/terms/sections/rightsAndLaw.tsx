import type { LegalSection } from '#client/landing/LegalPage.tsx';
import { OperatorContact } from '#client/landing/legal/OperatorContact.tsx';
import { routes } from '#shared/routes.ts';
import type { SiteInfo } from '#shared/siteInfo.ts';

/** Terms about ownership, liability, termination and changes. */
export const rightsAndLaw = (site: SiteInfo): readonly LegalSection[] => [
  {
    title: 'Software and marks',
    body: (
      <>
        <p>
          Leadlight is open-source software under the MIT license. That license governs copying and changing the
          software; these terms govern the use of this installation. Nothing that you enter or collect becomes ours.
        </p>
        <p>
          The names and marks of Google, Meta, Facebook, Instagram and TikTok belong to their owners. Leadlight is
          neither affiliated with them nor endorsed by them.
        </p>
      </>
    ),
  },
  {
    title: 'Warranty',
    body: (
      <p>
        We provide the service with reasonable care, as it is. As far as the law allows, we do not warrant that it is
        free of faults, that it suits a particular purpose, or that what the platforms report is complete and right.
        Rights that you have as a consumer stay untouched.
      </p>
    ),
  },
  {
    title: 'Liability',
    body: (
      <>
        <p>
          We are liable without limit for intent and gross negligence, for injury to life, body or health, and wherever
          the law does not allow a limit.
        </p>
        <p>
          Otherwise, as far as the law allows, we are liable only where we breach a duty that this agreement depends on,
          and then for the damage that is typical and could be foreseen. We are not liable for lost profit or business,
          or for what a copy in your hands would have saved. The same holds for your liability towards us.
        </p>
      </>
    ),
  },
  {
    title: 'Claims of others',
    body: (
      <p>
        If somebody makes a claim against us because of your leads, your ads, or your breach of these terms, you bear
        the reasonable cost of it, as far as you are at fault. We tell you of the claim at once, leave its defence to
        you where we can, and settle nothing without you. If somebody makes a claim against you because of our breach,
        we owe you the same.
      </p>
    ),
  },
  {
    title: 'Ending the agreement',
    body: (
      <>
        <p>
          You may end this agreement at any time: delete your account in Settings, as our{' '}
          <a href={routes.privacyPolicy.path}>Privacy Policy</a> describes. We may end it with 30 days’ notice by
          e-mail.
        </p>
        <p>
          We may suspend or end an account at once where it breaks these terms gravely or puts others at risk, and
          otherwise after a warning. We tell you why, as far as the law allows. Unless that is impossible or forbidden,
          you have 30 days to take your data with you before we delete it.
        </p>
      </>
    ),
  },
  {
    title: 'Changes, law and contact',
    body: (
      <>
        <p>
          New versions of these terms appear here with a new date. A change that is to your disadvantage we announce by
          e-mail at least 30 days before it takes effect. If you do not accept it, you may end the agreement until then;
          if you go on using the service afterwards, the new terms hold.
        </p>
        <p>
          The law of the place where we have our seat applies, and its courts decide, as far as the law allows. As a
          consumer you keep the protection and the courts of your own country. If a clause is void, the others still
          hold.
        </p>
        <p>
          Questions about these terms? Write to <OperatorContact site={site} />.
        </p>
      </>
    ),
  },
];
