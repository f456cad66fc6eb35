import { useQuery } from '@tanstack/react-query';
import { call } from '#client/lib/api/apiClient.ts';
import { queryKeys } from '#client/lib/api/queryKeys.ts';
import { getPhoneCountry } from '#shared/contracts/duplicates.ts';

const english = new Intl.DisplayNames(['en'], { type: 'region' });
export const countryName = (code: string): string => english.of(code) ?? code;

/** The default country of phone numbers, and all countries. */
export const usePhoneCountry = ({ isEnabled = true } = {}) =>
  useQuery({
    enabled: isEnabled,
    queryKey: queryKeys.phoneCountry,
    queryFn: async ({ signal }) => (await call(getPhoneCountry, { signal })).data,
    staleTime: 0,
  });

/**
 * Whether a phone number cannot be compared with others, because its country is unknown.
 * @param country the country text of the lead
 */
export const useIsCountryMissing = (number: string, country: string): boolean => {
  const needsCountry = /\d/.test(number) && !/^\D*\+/.test(number);
  const { data } = usePhoneCountry({ isEnabled: needsCountry });
  if (!needsCountry || !data || data.country !== null) return false;
  const given = country.trim().toLowerCase();
  return !data.countries.some((code) => [code, countryName(code)].some((name) => name.toLowerCase() === given));
};
