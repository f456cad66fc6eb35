const yes = new Set(
  'true|yes|y|1|wahr|ja|j|vrai|oui|verdadero|sí|si|verdadeiro|sim|vero|sì|waar|prawda|tak|pravda|ano|áno|sant|sand|sann|tosi|kyllä|doğru|evet|истина|да|істина|так|כן|نعم|はい|예|是|真|adevărat|igaz|igen|αληθές|ναι'.split(
    '|',
  ),
);
const no = new Set(
  'false|no|n|0|falsch|nein|faux|non|falso|não|onwaar|nee|fałsz|nie|nepravda|ne|falskt|falsk|usann|epätosi|ei|yanlış|hayır|ложь|нет|хибність|ні|לא|لا|いいえ|아니요|否|假|fals|nu|hamis|nem|ψευδές|όχι|nej|nei'.split(
    '|',
  ),
);

/** A yes or no of a program; null for any other text. */
export const readFlag = (text: string): boolean | null => {
  const word = text.toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : null;
};
