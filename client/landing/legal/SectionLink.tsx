/** Leads to a section of the same text, as `section 9`. */
export const SectionLink = ({ number }: { number: number }) => <a href={`#section-${number}`}>section {number}</a>;
