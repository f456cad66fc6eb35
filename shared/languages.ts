type Language = {
  /** As `lang` and `hreflang` say it. */
  tag: string;
  /** As Open Graph says it. */
  openGraphLocale: string;
  /** What the addresses of its pages begin with: nothing, or e.g. `/de`. */
  prefix: '' | `/${string}`;
};

/** The language of the addresses without a prefix, which is also for those whose language is not there. */
export const defaultLanguage: Language = { tag: 'en', openGraphLocale: 'en_US', prefix: '' };

/** What the public pages are written in: the head of each page names all of them. */
export const languages: readonly Language[] = [defaultLanguage];
