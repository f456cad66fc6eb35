import type { SheetAddress } from '../SheetReader.ts';

/** Document ids have 44 characters, "Publish to web" ids some 90; the pattern is a little wider. */
const documentIdPattern = /^[\w-]{20,200}$/;
const publishedIdPattern = /^2PACX-/;
const gidPattern = /^\d{1,15}$/;
/** Blanks, invisible characters, angle brackets and quotes around a pasted address. */
const wrapping = /^[\s\p{Cf}\p{Pi}\p{Pf}„‚<>"'`]+|[\s\p{Cf}\p{Pi}\p{Pf}„‚<>"'`]+$/gu;
/** The URL parser accepts these silently: it drops some and turns the backslash into a slash. */
const strangeCharacter = /[\s\\\p{Cc}]/u;
const hostWithoutProtocol = /^[\w.-]+(?::\d+)?\//;

/** Google Drive links to files of every kind. Only the id of such a link is used, never its host. */
const driveOrigin = 'https://drive.google.com';
const organization = String.raw`^/(?:a/[\w.-]+/)?`;
const account = String.raw`(?:u/\d{1,3}/)?`;
const documentPath = new RegExp(String.raw`${organization}spreadsheets/${account}d/(e/)?([\w-]+)(?:/|$)`);
const exportPath = new RegExp(String.raw`${organization}spreadsheets/${account}export$`);
const filePath = new RegExp(String.raw`${organization}file/${account}d/([\w-]+)(?:/|$)`);
const openPath = new RegExp(String.raw`${organization}${account}(?:open|uc)$`);

export const isDocumentId = (text: string): boolean => documentIdPattern.test(text);

/** `named-tab`: the address names its tab by title. Google exports exact cells only by gid. */
export type SheetAddressProblem = 'invalid' | 'named-tab';

/**
 * Extracts document and tab from a pasted address or document id. The address itself is never fetched: requests are
 * built from the id and the gid, which have only harmless characters.
 * @param docsUrl the accepted protocol, host and port, beside those of Google Drive
 */
export const readSheetAddress = (pasted: string, docsUrl: string): SheetAddress | SheetAddressProblem => {
  const text = pasted.replace(wrapping, '');
  if (isDocumentId(text)) return { documentId: text, isPublished: publishedIdPattern.test(text), gid: null };
  const url = toUrl(text, docsUrl);
  const document = url && findDocument(url, docsUrl);
  if (!document || !isDocumentId(document.documentId)) return 'invalid';
  // An open sheet updates its fragment on tab changes, but not its query.
  const fragment = new URLSearchParams(url.hash.slice(1));
  const gid = fragment.get('gid') ?? url.searchParams.get('gid') ?? '';
  if (gid === '') {
    const tab = url.searchParams.get('sheet') ?? '';
    return tab === '' ? { ...document, gid: null } : 'named-tab';
  }
  return gidPattern.test(gid) ? { ...document, gid } : 'invalid';
};

const toUrl = (text: string, docsUrl: string): URL | null => {
  if (strangeCharacter.test(text)) return null;
  return URL.parse(hostWithoutProtocol.test(text) ? `${new URL(docsUrl).protocol}//${text}` : text);
};

const findDocument = (url: URL, docsUrl: string): Pick<SheetAddress, 'documentId' | 'isPublished'> | null => {
  const { pathname, origin, searchParams } = url;
  const isDocs = origin === new URL(docsUrl).origin;
  if (!(isDocs || origin === driveOrigin) || url.username !== '' || url.password !== '') return null;
  const [, published, documentId] = (isDocs && documentPath.exec(pathname)) || [];
  if (documentId !== undefined) return { documentId, isPublished: published !== undefined };
  const hasIdInQuery = openPath.test(pathname) || (isDocs && exportPath.test(pathname));
  const fileId = hasIdInQuery ? searchParams.get('id') : filePath.exec(pathname)?.[1];
  return typeof fileId === 'string' ? { documentId: fileId, isPublished: false } : null;
};

/** The address of a document's tab that a browser opens. */
export const sheetUrl = ({ documentId, isPublished, gid }: SheetAddress, docsUrl: string): string => {
  const path = isPublished ? `d/e/${documentId}/pubhtml` : `d/${documentId}/edit`;
  return `${docsUrl}/spreadsheets/${path}${gid === null ? '' : `#gid=${gid}`}`;
};
