import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { NoValue } from '#client/components/values/NoValue.tsx';

/** A number as a link; like an address, only when it is one: text of strangers stands in these places. */
export const PhoneLink = ({ number }: { number: string }) => {
  if (number === '') return <NoValue />;
  return /^(?=.*\d)\+?[\d ()./-]{5,}$/.test(number) ? (
    <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`} className={linkStyles}>
      {number}
    </a>
  ) : (
    number
  );
};
