import { unguardFormula } from '#shared/lib/formulaGuard.ts';

/**
 * Blank, invisible and control characters, without the joiners that emoji and some scripts end with. A function, because
 * an expression takes most of the time of the reading.
 */
const isAround = (code: number): boolean => {
  if (code <= 0x20) return true;
  if (code < 0x7f) return false;
  if (code === 0x7f || code === 0xa0 || code === 0xad || code === 0xfeff || code === 0x3000) return true;
  if (code < 0x61c) return false;
  if (code >= 0x2000 && code <= 0x206f)
    return code <= 0x200b || code === 0x200e || code === 0x200f || (code >= 0x2028 && code <= 0x202f) || code >= 0x205f;
  return code === 0x61c || code === 0x1680 || code === 0x180e;
};

const trim = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && isAround(text.charCodeAt(start))) start += 1;
  while (end > start && isAround(text.charCodeAt(end - 1))) end -= 1;
  return end - start === text.length ? text : text.slice(start, end);
};

/** Removes blanks, invisible characters, and the guards by which spreadsheet programs keep a text: `'+49`, `="0171"`. */
export const cleanCell = (cell: string): string => {
  if (cell === '') return cell;
  const text = trim(cell);
  const first = text.charCodeAt(0);
  // `'` and `=`
  if (first !== 0x27 && first !== 0x3d) return text;
  const [, guarded] = /^="(.*)"$/s.exec(text) ?? [];
  return guarded === undefined ? unguardFormula(text) : guarded.replaceAll('""', '"').trim();
};

/** Errors of spreadsheet programs in several languages, cells that are too narrow for their number, unfinished formulas. */
const error =
  /^(?:#(?:N\/A|N\/D|NV|N\.V\.|Н\/Д|GETTING_DATA|[¡\p{Lu}][\p{Lu}\d/]*[!?])|#{2,}|(?:loading|wird geladen|chargement|cargando|carregando|caricamento|загрузка)\s?(?:\.{2,3}|…))$/iu;

export const isErrorCell = (text: string): boolean => {
  if (text.length > 30) return false;
  const last = text.charCodeAt(text.length - 1);
  // `#`, `.` and `…`
  return (text.charCodeAt(0) === 0x23 || last === 0x2e || last === 0x2026) && error.test(text);
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
