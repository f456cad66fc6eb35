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
        We provide the service with reasonable care, “as is”. As far as the law allows, we do not warrant that it is
        free of defects, that it suits a particular purpose, or that what the platforms report is complete and correct.
        Your rights as a consumer are not affected.
      </p>
    ),
  },
  {
    title: 'Liability',
    body: (
      <>
        <p>
          We are liable without limit for willful misconduct and gross negligence, for injury to life, body or health,
          and wherever the law does not allow a limit.
        </p>
        <p>
          Otherwise, as far as the law allows, we are liable only where we breach a duty that this agreement depends on,
          and then for typical and foreseeable damage. We are not liable for lost profit or business, or for damage that
          your own copies would have prevented. The same applies to your liability toward us.
        </p>
      </>
    ),
  },
  {
    title: 'Claims of others',
    body: (
      <p>
        If a third party makes a claim against us because of your leads, your ads, or your breach of these terms, you
        bear the reasonable cost of it, as far as you are at fault. We notify you of the claim at once, leave its
        defense to you where we can, and settle nothing without you. If a third party makes a claim against you because
        of our breach, the same applies to us.
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
          We may suspend or end an account at once if it seriously breaches these terms or puts others at risk, and
          otherwise after a warning. We give you the reason, as far as the law allows. Unless that is impossible or
          forbidden, you have 30 days to take your data with you before we delete it.
        </p>
      </>
    ),
  },
  {
    title: 'Changes, law and contact',
    body: (
      <>
        <p>
          New versions of these terms appear here with a new date. We announce a change to your disadvantage by e-mail
          at least 30 days before it takes effect. If you do not accept it, you may end the agreement until then; if you
          continue to use the service after that, the new terms apply.
        </p>
        <p>
          The law and the courts of our place of business apply, as far as the law allows. As a consumer you keep the
          protection and the courts of your own country. If a clause is void, the others still apply.
        </p>
        <p>
          Questions about these terms? Write to <OperatorContact site={site} />.
        </p>
      </>
    ),
  },
];
