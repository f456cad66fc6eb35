import packageJson from '../../package.json' with { type: 'json' };
import { defaultLanguage } from '#shared/languages.ts';
import { textDates } from '#shared/publicPages.ts';
import type { PublicPath } from '#shared/publicPages.ts';
import { routes } from '#shared/routes.ts';
import { cardImage } from './cardImage.ts';

/** A public page as described in its head. */
export type DescribedPage = { origin: string; url: string; description: string };

/** A schema.org object as JSON-LD. */
export type Thing = { '@type': string } & Record<string, unknown>;

const website = ({ origin }: DescribedPage): Thing => ({
  '@type': 'WebSite',
  '@id': `${origin}/#website`,
  url: `${origin}/`,
  name: 'Leadlight',
  inLanguage: defaultLanguage.tag,
});

/** The product, its site and its publisher. No price or rating, which an install does not have. */
export const describeLanding = (page: DescribedPage): Thing[] => {
  const organization: Thing = {
    '@type': 'Organization',
    '@id': `${page.origin}/#organization`,
    name: 'Leadlight',
    url: `${page.origin}/`,
    logo: `${page.origin}/icon-512.png`,
  };
  return [
    organization,
    { ...website(page), description: page.description, publisher: { '@id': organization['@id'] } },
    {
      '@type': 'SoftwareApplication',
      '@id': `${page.origin}/#software`,
      name: 'Leadlight',
      description: page.description,
      url: page.url,
      image: page.origin + cardImage.path,
      applicationCategory: 'BusinessApplication',
      operatingSystem: 'Linux, macOS',
      softwareVersion: packageJson.version,
      license: `https://spdx.org/licenses/${packageJson.license}.html`,
      isAccessibleForFree: true,
      publisher: { '@id': organization['@id'] },
    },
  ];
};

/** A legal text and its breadcrumb. @param name its heading */
export const describeLegalPage =
  (path: PublicPath, name: string) =>
  (page: DescribedPage): Thing[] => [
    website(page),
    {
      '@type': 'WebPage',
      '@id': page.url,
      url: page.url,
      name,
      description: page.description,
      inLanguage: defaultLanguage.tag,
      dateModified: textDates[path],
      isPartOf: { '@id': website(page)['@id'] },
      breadcrumb: { '@id': `${page.url}#breadcrumb` },
    },
    {
      '@type': 'BreadcrumbList',
      '@id': `${page.url}#breadcrumb`,
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: page.origin + routes.landing.path },
        { '@type': 'ListItem', position: 2, name, item: page.url },
      ],
    },
  ];
