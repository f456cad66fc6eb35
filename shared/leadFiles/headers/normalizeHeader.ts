const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
};
const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** Normalizes a header: `* E-Mail_Address:` and `e-mail address` are both `e mail address`. */
export const normalizeHeader = (text: string): string => {
  // The one sign that is a whole header.
  if (text.trim() === '#') return '#';
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/i̇/g, 'i')
    .replace(/["'`´’ʼ״׳\u00ad\p{Cf}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}&№º]+/gu, ' ')
    .trim();
};

/** Without accents: `Prenom` is `Prénom`. */
export const foldAccents = (normalized: string): string =>
  normalized
    .replace(/[ßłøđıæœðþ]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/(?<=[a-zα-ω])\p{M}+/gu, '')
    .normalize('NFC');

/** With the spelling of systems that know no umlauts: `vollstaendiger name`. */
export const spellUmlauts = (normalized: string): string =>
  normalized.replace(/[äöüåø]/g, (letter) => umlauts[letter] ?? letter);

/** Words around a name that add nothing: `What is your email?`, `Ihre E-Mail`. */
const beforeName =
  /^(?:(?:please )?(?:enter|provide|type|write|fill in|select) |(?:and |so )?(?:what is|what s|whats|which is|what|wie ist|wie lautet|was ist|quel est|quelle est|cuál es|cual es|qual é|qual è|wat is|jaki jest|какой у вас|vad är|hvad er|hva er) )?(?:and )?(?:your |the |my |ihre |ihr |deine |dein |votre |vos |ton |ta |tu |su |seu |sua |tua |il tuo |la tua |uw |je |jouw |din |ditt |dit |váš |vaše |vaša |twój |ваш |ваша |ваше |ваши )?/u;
const afterName = / (?:required|optional|pflichtfeld|obligatoire|obligatorio|obrigatório|verplicht|utc|gmt)$/u;

/** The owner of a value in the exports of CRMs: `Person - Email`. */
const entity =
  /^(?:leads?|contacts?|persons?|people|customers?|clients?|kontakte?|kunden?|applicant|respondent|name|full name)$/;
const otherPerson = /^(?:user|owner|assigned|sales)/;

/** Spellings of a header in which its meaning may be found, the most literal one first. */
export const spellingsOf = (header: string): string[] => {
  const whole = normalizeHeader(header);
  const withoutRemark = normalizeHeader(header.replace(/\(.*?\)|\[.*?\]|（.*?）/gsu, ' '));
  const words = normalizeHeader(header.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  const found = [whole, withoutRemark, words];
  // `Hi! What is your *first name*?`
  const [, lastSentence] = /[!.]\s+([^!.]{4,})$/s.exec(header) ?? [];
  const withoutNumber = withoutRemark.replace(/^(?:q(?:uestion)? ?)?\d+ +/u, '');
  const short = withoutNumber.replace(beforeName, '').replace(afterName, '');
  found.push(withoutNumber, short);
  if (lastSentence !== undefined) found.push(normalizeHeader(lastSentence).replace(beforeName, ''));
  const [owner = '', ...rest] = header.split(/\s+[-–—>»|]\s+|:\s+/u).map(normalizeHeader);
  if (entity.test(owner) && rest.length > 0 && !otherPerson.test(rest[0] ?? ''))
    found.push(rest.join(' '), rest[0] ?? '');
  return [...new Set(found)].filter((each) => each !== '');
};
