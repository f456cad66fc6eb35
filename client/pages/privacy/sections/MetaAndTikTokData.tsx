import { SectionLink } from '#client/landing/legal/SectionLink.tsx';
import { Term, TermList } from '#client/landing/legal/TermList.tsx';

export const MetaAndTikTokData = () => (
  <>
    <p>
      If you connect Facebook, Meta sends us your name and an identifier, and Leadlight asks for these permissions. Only
      the first one is required.
    </p>
    <TermList>
      <Term name={<code>ads_read</code>}>To list your ad accounts and to read their campaigns, ads and figures.</Term>
      <Term name={<code>pages_show_list</code>}>To list your Pages, because lead forms belong to Pages.</Term>
      <Term
        name={
          <>
            <code>pages_read_engagement</code>, <code>pages_manage_ads</code>
          </>
        }
      >
        To list the lead forms of your Pages and ads. The second would also allow changes; Leadlight only reads.
      </Term>
      <Term name={<code>leads_retrieval</code>}>To read the leads of those forms, for Facebook and Instagram.</Term>
      <Term name={<code>pages_manage_metadata</code>}>
        To be notified by Meta of a new lead at once, and for nothing else.
      </Term>
      <Term name={<code>business_management</code>}>To reach ad accounts and Pages that belong to a business.</Term>
    </TermList>
    <p>If you connect TikTok, Leadlight uses these permissions, which TikTok numbers:</p>
    <TermList>
      <Term name={<code>1</code>}>To list your ad accounts.</Term>
      <Term name={<code>4</code>}>To read the figures of your campaigns.</Term>
      <Term name={<code>20</code>}>To read names, budgets and states of your campaigns.</Term>
      <Term name={<code>680</code>}>To list your lead forms and to be notified of new leads.</Term>
      <Term name={<code>12010100</code>}>To read the leads of those forms.</Term>
    </TermList>
    <p>
      When somebody submits one of your forms, the platform notifies us. We store which lead the notification names,
      then fetch the lead with your own access. Leads go to your screen and into the spreadsheets that you export.
    </p>
    <p>
      We use data from Meta only as the <a href="https://developers.facebook.com/terms/">Meta Platform Terms</a> allow,
      and data from TikTok only as the terms of TikTok’s API for Business allow. Neither is shown to other users, sold,
      or combined with other data to learn more about a person. To delete it, see <SectionLink number={9} />.
    </p>
  </>
);
