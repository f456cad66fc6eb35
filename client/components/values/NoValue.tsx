import { noValue } from '#client/lib/format.ts';

/** Marks a missing value. Zero is a value and shows as `0`. Screen readers would read a dash as "minus" or skip it. */
export const NoValue = () => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- only a role lets text be read aloud as other text
  <span role="img" aria-label="no value" className="text-muted">
    {noValue}
  </span>
);
