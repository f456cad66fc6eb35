type Language = {
  /** Value of `lang` and `hreflang`. */
  tag: string;
  /** Value for Open Graph. */
  openGraphLocale: string;
  /** Path prefix of its pages: empty, or for example `/de`. */
  prefix: '' | `/${string}`;
};

/** Language of paths without a prefix, and the fallback. */
export const defaultLanguage: Language = { tag: 'en', openGraphLocale: 'en_US', prefix: '' };

/** Languages of the public pages. The head of each page lists all of them. */
export const languages: readonly Language[] = [defaultLanguage];
