import { unguardFormula } from '#shared/lib/formulaGuard.ts';

/** Blank, invisible and control characters, without the joiners that emoji and some scripts end with. */
const around =
  // oxlint-disable-next-line no-control-regex -- the pattern searches for control characters
  /^[\s\u0000-\u001f\u007f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+|[\s\u0000-\u001f\u007f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+$/g;
const isPlain = (code: number): boolean => code > 0x20 && code < 0x7f;

/** Removes blanks, invisible characters, and the guards by which spreadsheet programs keep a text: `'+49`, `="0171"`. */
export const cleanCell = (cell: string): string => {
  if (cell === '') return cell;
  const first = cell.charCodeAt(0);
  const isTrimmed = isPlain(first) && isPlain(cell.charCodeAt(cell.length - 1));
  const text = isTrimmed ? cell : cell.replace(around, '');
  // `'` and `=`
  if (first !== 0x27 && first !== 0x3d && isTrimmed) return text;
  const [, guarded] = /^="(.*)"$/s.exec(text) ?? [];
  return guarded === undefined ? unguardFormula(text) : guarded.replaceAll('""', '"').trim();
};

/** Errors of spreadsheet programs in several languages, cells that are too narrow for their number, unfinished formulas. */
const error =
  /^(?:#(?:N\/A|N\/D|NV|N\.V\.|Н\/Д|GETTING_DATA|[¡\p{Lu}][\p{Lu}\d/]*[!?])|#{2,}|(?:loading|wird geladen|chargement|cargando|carregando|caricamento|загрузка)\s?(?:\.{2,3}|…))$/iu;

export const isErrorCell = (text: string): boolean => {
  const first = text.charCodeAt(0);
  if (first !== 0x23 && !text.endsWith('.') && !text.endsWith('…')) return false;
  return text.length < 30 && error.test(text);
};

const placeholders: ReadonlySet<string> = new Set(
  [
    'n/a|na|n.a.|null|nil|nan|none|undefined|unknown|empty|blank|not provided|not available|not set|no data|missing|tbd',
    'n.v.|k.a.|k. a.|unbekannt|keine|keine angabe|inconnu|aucun|non renseigné|desconocido|ninguno|sin datos',
    'desconhecido|nenhum|não informado|sconosciuto|nessuno|onbekend|geen|nieznany|brak|neznámé|okänd|ingen|ukendt',
    'ukjent|bilinmiyor|yok|неизвестно|нет|не указано|невідомо|немає|無|无|なし|없음',
  ].flatMap((list) => list.split('|')),
);

/** A text in place of a missing value: `n/a`, `-`, `(empty)`. */
export const isPlaceholder = (text: string): boolean => {
  if (text.length > 20) return false;
  const bare = text.replace(/^[([<{]\s*|\s*[)\]>}]$/g, '').toLowerCase();
  return placeholders.has(bare) || !/[\p{L}\p{N}@]/u.test(bare);
};
