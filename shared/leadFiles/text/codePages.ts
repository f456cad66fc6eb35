import { languagesOf } from '../headers/findMeanings.ts';

type CodePage = readonly [name: string, letters: string, languages?: string];

/** Code pages with the letters and languages of their texts. The first of equals wins. */
const codePages: readonly CodePage[] = [
  ['windows-1252', 'äöüßéèàçñáíóúâêîôûëïãõåæøœìòùýÿ', 'en de fr es pt it nl sv da nb fi ca gl eu is'],
  ['windows-1250', 'ąćęłńóśźżáčďéěíňřšťúůýžăâîșşțţőűäöüßđ', 'hu pl cs sk hr sl ro sq'],
  ['windows-1251', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўјљњћџђ', 'ru uk bg sr mk kk'],
  ['windows-1254', 'ğşıçöüâîû', 'tr az'],
  ['windows-1253', 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋ', 'el'],
  ['windows-1257', 'ąčęėįšųūžāēģīķļņõäöü', 'lt lv et'],
  ['windows-1255', 'אבגדהוזחטיכךלמםנןסעפףצץקרשת', 'he'],
  ['windows-1256', 'ابتثجحخدذرزسشصضطظعغفقكلمنهويةىأإآؤئءپچژگ', 'ar fa ur'],
  ['windows-874', '', 'th'],
  ['koi8-r', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'ru uk bg'],
  ['ibm866', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'ru uk bg'],
  ['shift_jis', '', 'ja'],
  ['gb18030', '', 'zh'],
  ['euc-kr', '', 'ko'],
  ['big5', '', 'zh'],
  ['euc-jp', '', 'ja'],
  ['macintosh', 'äöüßéèàçñáíóúâêîôûëïãõåæøœ'],
];

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai', 'Hangul', 'Han', 'Hiragana', 'Katakana'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);
const japanese = /\p{Script=Hiragana}|\p{Script=Katakana}/u;
/** Lists with words of more than one script are hardly ever right, except Japanese. */
const hasOneScript = (word: string): boolean => {
  const found = scripts.filter((script) => script.test(word)).length;
  return found <= 1 || (japanese.test(word) && !/\p{Script=Latin}|\p{Script=Hangul}/u.test(word));
};

/** The most frequent ideographs: rare ones come from a wrong code page. */
const isFrequent = (word: string): boolean =>
  !/[\uff61-\uff9f\ue000-\uf8ff\u3400-\u4dbf]/.test(word) &&
  /^[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3\u0e00-\u0e7f]+$/.test(word);

const scoreWord = (word: string, letters: string): number => {
  if (!hasOneScript(word)) return -2;
  // `GrĂ¶ĂŸe`: capitals inside a word.
  if (/\p{Ll}\p{Lu}/u.test(word)) return -1;
  if (letters === '') return isFrequent(word) ? 1 : -1;
  const foreign = Array.from(word.toLowerCase()).filter((letter) => letter > '\u007f');
  return foreign.every((letter) => letters.includes(letter)) ? 1 : -1;
};

const scoreText = (text: string, [, letters, languages = '']: CodePage): number => {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const foreign = words.filter((word) => /[\u0080-\uffff]/.test(word));
  const odd = text.match(/[\u0080-\u009f\ufffd\ue000-\uf8ff¡-©«-¹»-¿×÷‡†‰‹›˜∂∑∏π∫Ω√∆◊]/g)?.length ?? 0;
  const ofPage = new Set(languages.split(' '));
  let headers = 0;
  const cells = text.split(/[,;\t|\r\n]/, 400).map((cell) => cell.replaceAll('"', '').trim());
  for (const cell of new Set(cells)) {
    if (cell.length > 60) continue;
    const known = languagesOf(cell);
    if (known.length > 0 && /[\u0080-\uffff]/.test(cell)) headers += 20;
    if (known.some((language) => ofPage.has(language))) headers += 1;
  }
  return headers + foreign.reduce((sum, word) => sum + scoreWord(word, letters), 0) - odd;
};

const sampleBytes = 16_384;

const decodeSample = (bytes: Uint8Array, name: string): string | null => {
  try {
    // Not fatal at the end: the sample may end inside a character.
    return new TextDecoder(name, { fatal: true }).decode(bytes.subarray(0, sampleBytes), { stream: true });
  } catch {
    return null;
  }
};

/** The code page in which the words of a text make the most sense. */
export const findCodePage = (bytes: Uint8Array): string => {
  let best = { name: 'windows-1252', score: Number.NEGATIVE_INFINITY };
  // Long files often begin with lines of ASCII alone. The header has the most telling words.
  const foreign = bytes.findIndex((byte) => byte > 127);
  const first = foreign < sampleBytes / 2 ? 0 : foreign - 2000;
  for (const page of codePages) {
    const text = decodeSample(bytes.subarray(first), page[0]);
    const score = text === null ? Number.NEGATIVE_INFINITY : scoreText(text, page);
    if (score > best.score) best = { name: page[0], score };
  }
  return best.name;
};
