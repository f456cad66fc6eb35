import { SectionLink } from '#client/landing/legal/SectionLink.tsx';
import { Term, TermList } from '#client/landing/legal/TermList.tsx';
import { routes } from '#shared/routes.ts';

export const Purposes = () => (
  <>
    <TermList>
      <Term name="Our agreement with you">
        To sign you in, show your campaigns and leads, collect new leads, keep sheets in sync, write the spreadsheets
        that you request, and notify you when something is done or needs you. The agreement is our{' '}
        <a href={routes.termsOfService.path}>Terms of Service</a>.
      </Term>
      <Term name="Your consent">
        To read from Google, Facebook and TikTok. You give this consent in a window of the platform, and can withdraw it
        at any time, as <SectionLink number={9} /> shows.
      </Term>
      <Term name="A legitimate interest">
        To keep the service safe and working: counters against guessed passwords, logs of errors, a mail when your
        password was changed. We share this interest with you.
      </Term>
      <Term name="A legal obligation">To keep or hand over data where a law requires it, and no further.</Term>
    </TermList>
    <p>
      We do not sell data, do not use it for advertising, do not build profiles of people, and do not train AI models
      with it. We make no automated decisions about people.
    </p>
  </>
);
