import type { SheetAddress } from './SheetReader.ts';

/** Document ids have 44 characters, those of "Publish to web" some 90; both are taken a little more widely. */
const documentIdPattern = /^[\w-]{20,200}$/;
const documentPath = /^\/(?:a\/[\w.-]+\/)?spreadsheets\/(?:u\/\d{1,3}\/)?d\/(e\/)?([\w-]+)(?:\/|$)/;
const gidPattern = /^\d{1,15}$/;
/** The URL parser takes these silently: it drops some and turns the backslash into a slash. */
const strangeCharacter = /[\s\\\p{Cc}]/u;

export const isDocumentId = (text: string): boolean => documentIdPattern.test(text);

/**
 * Which document and tab a pasted address means; null when it is none of a Google Sheet. An address is never fetched:
 * requests are built from the id and the gid, whose characters are known to be harmless.
 * @param docsUrl the only host, port and protocol that are taken
 */
export const readSheetAddress = (text: string, docsUrl: string): SheetAddress | null => {
  if (strangeCharacter.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.origin !== new URL(docsUrl).origin || url.username !== '' || url.password !== '') return null;
  const [, published, documentId] = documentPath.exec(url.pathname) ?? [];
  if (documentId === undefined || !isDocumentId(documentId)) return null;
  // An open sheet changes its fragment with the tab and leaves the query as it was.
  const gid = new URLSearchParams(url.hash.slice(1)).get('gid') ?? url.searchParams.get('gid') ?? '';
  if (gid !== '' && !gidPattern.test(gid)) return null;
  return { documentId, isPublished: published !== undefined, gid: gid === '' ? null : gid };
};
