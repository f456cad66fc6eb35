import { usePageContext } from 'vike-react/usePageContext';
import { defaultLanguage, languages } from '#shared/languages.ts';
import { toScriptJson } from '#client/lib/toScriptJson.ts';
import { cardImage } from './cardImage.ts';
import type { DescribedPage, Thing } from './structuredData.ts';

/** @throws when the page has no such text, or one that depends on the request */
const fixedText = (setting: unknown): string => {
  if (typeof setting !== 'string') throw new Error('A public page needs a description in its +config.ts');
  return setting;
};

/**
 * Metadata of a public page for search engines and link previews. Title and description come from the page's
 * `+config.ts`; vike-react adds them, also as `og:title` and `og:description`. URLs start with `PUBLIC_URL`, never with
 * the request's host: the sender controls it, and the page is cached for everybody.
 */
export const PublicHead = ({ describe }: { describe: (page: DescribedPage) => Thing[] }) => {
  const { config, site, urlPathname } = usePageContext();
  const page: DescribedPage = {
    origin: site.origin,
    url: site.origin + defaultLanguage.prefix + urlPathname,
    description: fixedText(config.description),
  };
  return (
    <>
      <link rel="canonical" href={page.url} />
      {languages.map(({ tag, prefix }) => (
        <link key={tag} rel="alternate" hrefLang={tag} href={site.origin + prefix + urlPathname} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={page.url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Leadlight" />
      <meta property="og:locale" content={defaultLanguage.openGraphLocale} />
      <meta property="og:url" content={page.url} />
      <meta property="og:image" content={site.origin + cardImage.path} />
      <meta property="og:image:type" content={cardImage.type} />
      <meta property="og:image:width" content={String(cardImage.width)} />
      <meta property="og:image:height" content={String(cardImage.height)} />
      <meta property="og:image:alt" content={`Leadlight: ${cardImage.sentence}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <script type="application/ld+json">
        {toScriptJson({ '@context': 'https://schema.org', '@graph': describe(page) })}
      </script>
    </>
  );
};
