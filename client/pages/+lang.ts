import { defaultLanguage } from '#shared/languages.ts';

export default defaultLanguage.tag;
