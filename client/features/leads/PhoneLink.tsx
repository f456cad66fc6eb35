import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { NoValue } from '#client/components/values/NoValue.tsx';

/** Links only valid phone numbers, because strangers may have entered the text. */
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
