import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { NoValue } from '#client/components/values/NoValue.tsx';

/** Links only valid phone numbers: the text may come from strangers. */
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
