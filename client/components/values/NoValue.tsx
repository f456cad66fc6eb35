import { noValue } from '#client/lib/format.ts';

/** Stands where there is no value; zero is a value and is written `0`. A dash read out would say "minus" or nothing. */
export const NoValue = () => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- only a role lets a text be read as another one
  <span role="img" aria-label="no value" className="text-muted">
    {noValue}
  </span>
);
