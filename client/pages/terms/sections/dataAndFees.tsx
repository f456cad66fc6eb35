import type { LegalSection } from '#client/landing/LegalPage.tsx';
import { routes } from '#shared/routes.ts';

/** Terms about data, fees and availability. */
export const dataAndFees: readonly LegalSection[] = [
  {
    title: 'Imports and exports',
    body: (
      <p>
        An export is a new spreadsheet in your own Google Drive. From then on it is yours: you decide with whom you
        share it and how long you keep it, and Google’s terms apply to it. Check an import before you confirm it, and an
        export before you base a decision on it. Very large exports may have to be split.
      </p>
    ),
  },
  {
    title: 'AutoSync',
    body: (
      <>
        <p>
          A synced sheet is read automatically, at an interval that we set, until you delete it from the list. A new row
          becomes a lead. A changed row updates its lead if it has an id; otherwise it becomes a new lead. If you delete
          a row in the sheet, its lead stays here.
        </p>
        <p>
          People who can edit the sheet decide what arrives, so share it with care. If you let a service account of ours
          read a private sheet, take that share back when you no longer need it.
        </p>
      </>
    ),
  },
  {
    title: 'Your data and privacy',
    body: (
      <p>
        Your data stays yours. You allow us to store and process it as far as the service requires, and for nothing
        else. Our <a href={routes.privacyPolicy.path}>Privacy Policy</a> says what is stored, for how long, and how to
        have it deleted.
      </p>
    ),
  },
  {
    title: 'Fees and changes of price',
    body: (
      <>
        <p>
          Registering costs nothing. If we charge for the use of this installation, the price is the one that you agreed
          on with us in advance. The fees of the platforms, such as those for your ads, are between you and them.
        </p>
        <p>
          We announce a change of price at least 30 days before it takes effect, by e-mail or on this site. Until that
          day the old price applies, and you may end the agreement before it without cost. We refund what you have paid
          for the time after the end.
        </p>
      </>
    ),
  },
  {
    title: 'Availability',
    body: (
      <p>
        We do our best to keep the service running, and announce planned interruptions where we can. We do not promise
        that it is always available: servers and networks fail, software needs maintenance, and platforms refuse calls
        when their limits are reached. Leads that arrive meanwhile are fetched later, as long as the platform still has
        them.
      </p>
    ),
  },
  {
    title: 'Backups',
    body: (
      <p>
        We make backups; ask us how often. They restore the whole service, not single records. Keep a copy of what you
        cannot do without: the originals of your imports, and exports of your leads.
      </p>
    ),
  },
];
