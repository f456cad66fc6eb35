import { escapeHtml } from '#server/lib/http/escapeHtml.ts';

export type PageDocument = {
  /** Plain text, without the product's name. */
  title: string;
  /** URL of the styles that `readStyles` returns. */
  styles: string;
  /** URL of a module script. */
  script?: string;
  /** The `main` element as HTML, with all texts escaped. */
  main: string;
};

/** The HTML document of one of the API's own pages. */
export const renderDocument = ({ title, styles, script, main }: PageDocument): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Leadlight</title>
<link rel="stylesheet" href="${styles}">
${script === undefined ? '' : `<script type="module" src="${script}"></script>\n`}</head>
<body>
${main}
</body>
</html>
`;
