/** Links to `section 9` of the same text. */
export const SectionLink = ({ number }: { number: number }) => <a href={`#section-${number}`}>section {number}</a>;
