/** Shorter texts are cut at their end. */
const fewestLetters = 28;
/** The kept end has a length between these. It begins at a space, because letters of some scripts join. */
const shortestEnd = 8;
const longestEnd = 20;

/**
 * A name on one line that loses its middle where there is no room, because the names of campaigns often differ only at
 * their end. The parent says the direction (`dir`).
 */
export const CutMiddle = ({ text }: { text: string }) => {
  const start = text.lastIndexOf(' ', text.length - shortestEnd);
  const isCut = text.length >= fewestLetters && start > 0 && text.length - start <= longestEnd;
  if (!isCut) return <span className="block truncate">{text}</span>;
  return (
    <span className="flex">
      <span className="truncate">{text.slice(0, start)}</span>
      <span className="shrink-0 whitespace-pre">{text.slice(start)}</span>
    </span>
  );
};
