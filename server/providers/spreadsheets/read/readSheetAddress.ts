import type { SheetAddress } from '../SheetReader.ts';

/** Document ids have 44 characters, "Publish to web" ids some 90; the pattern is a little wider. */
const documentIdPattern = /^[\w-]{20,200}$/;
const documentPath = /^\/(?:a\/[\w.-]+\/)?spreadsheets\/(?:u\/\d{1,3}\/)?d\/(e\/)?([\w-]+)(?:\/|$)/;
const gidPattern = /^\d{1,15}$/;
/** The URL parser accepts these silently: it drops some and turns the backslash into a slash. */
const strangeCharacter = /[\s\\\p{Cc}]/u;

export const isDocumentId = (text: string): boolean => documentIdPattern.test(text);

/**
 * Extracts document and tab from a pasted URL; null if it is not a Google Sheet. The URL itself is never fetched:
 * requests are built from the id and the gid, which have only harmless characters.
 * @param docsUrl the only accepted protocol, host and port
 */
export const readSheetAddress = (text: string, docsUrl: string): SheetAddress | null => {
  if (strangeCharacter.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.origin !== new URL(docsUrl).origin || url.username !== '' || url.password !== '') return null;
  const [, published, documentId] = documentPath.exec(url.pathname) ?? [];
  if (documentId === undefined || !isDocumentId(documentId)) return null;
  // An open sheet updates its fragment on tab changes, but not its query.
  const gid = new URLSearchParams(url.hash.slice(1)).get('gid') ?? url.searchParams.get('gid') ?? '';
  if (gid !== '' && !gidPattern.test(gid)) return null;
  return { documentId, isPublished: published !== undefined, gid: gid === '' ? null : gid };
};
