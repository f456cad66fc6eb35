import type { Access, HttpMethod } from '../contracts/endpoint.ts';

/**
 * A call from the specification. `sends` has the keys of the body or, for GET, of the query. `answers` has the response
 * keys, with a dot for each level.
 */
export type SpecifiedCall = {
  method: HttpMethod;
  path: string;
  access: Access;
  sends: readonly string[];
  answers: readonly string[];
};

const page = ['page', 'totalPages', 'nextPage'] as const;
const pageInData = ['data.page', 'data.totalPages', 'data.nextPage'] as const;

/** The table of calls, row by row. Additional calls of the API are not listed. */
export const specifiedCalls: readonly SpecifiedCall[] = [
  {
    method: 'POST',
    path: '/user/login',
    access: 'public',
    sends: ['email', 'password'],
    answers: ['message', 'data.token'],
  },
  {
    method: 'POST',
    path: '/user/social-login',
    access: 'public',
    sends: ['type', 'token'],
    answers: ['message', 'data.token'],
  },
  {
    method: 'POST',
    path: '/user/register',
    access: 'public',
    sends: ['name', 'email', 'password', 'confirmpassword'],
    answers: ['message', 'data.token'],
  },
  { method: 'POST', path: '/user/send-otp', access: 'public', sends: ['email'], answers: ['message'] },
  {
    method: 'POST',
    path: '/user/reset-password',
    access: 'public',
    sends: ['email', 'otp', 'newPassword', 'confirmPassword'],
    answers: ['message'],
  },
  { method: 'GET', path: '/user/connected_accounts', access: 'user', sends: [], answers: ['data.data'] },
  {
    method: 'PUT',
    path: '/user/update_profile',
    access: 'user',
    sends: ['defaultAccounts', 'name', 'email', 'password'],
    answers: ['data.defaultAccounts', 'message'],
  },
  { method: 'GET', path: '/ads/accounts/google', access: 'user', sends: [], answers: ['accounts'] },
  { method: 'GET', path: '/ads/accounts/facebook', access: 'user', sends: [], answers: ['accounts'] },
  { method: 'GET', path: '/ads/accounts/tiktok', access: 'user', sends: [], answers: ['accounts'] },
  {
    method: 'POST',
    path: '/ads/multi-insights/facebook',
    access: 'user',
    sends: ['since', 'until', 'ad_account_ids', 'account_index', 'after_cursor'],
    answers: ['data', 'nextAccountIndex', 'after_cursor'],
  },
  {
    method: 'POST',
    path: '/ads/multi/campaigns/google',
    access: 'user',
    sends: ['startDate', 'endDate', 'customerIds'],
    answers: ['data'],
  },
  {
    method: 'POST',
    path: '/ads/multi-insights/tiktok',
    access: 'user',
    sends: ['start_date', 'end_date', 'advertiser_ids'],
    answers: ['data'],
  },
  {
    method: 'GET',
    path: '/leads/meta',
    access: 'user',
    sends: ['page', 'search', 'limit'],
    answers: ['data', ...page],
  },
  {
    method: 'GET',
    path: '/leads/tiktok',
    access: 'user',
    sends: ['page', 'search', 'limit'],
    answers: ['data', ...page],
  },
  {
    method: 'GET',
    path: '/ads/facebook/leads',
    access: 'user',
    sends: [],
    answers: ['data.data', ...pageInData],
  },
  {
    method: 'GET',
    path: '/meta-custom-leads',
    access: 'user',
    sends: ['page', 'search', 'limit'],
    answers: ['data.data', ...pageInData],
  },
  { method: 'POST', path: '/meta-custom-leads', access: 'user', sends: ['leads'], answers: ['success'] },
  { method: 'GET', path: '/ads/fetch-google-sheet', access: 'user', sends: ['url'], answers: ['data'] },
  // Its body has no fixed keys: rows under `data`, or the rows themselves, spread.
  { method: 'POST', path: '/ads/export-google-sheet', access: 'user', sends: [], answers: ['message'] },
  {
    method: 'GET',
    path: '/google-sheet-cron',
    access: 'user',
    sends: ['page', 'limit'],
    answers: ['success', 'data', 'totalItems', ...page],
  },
  { method: 'POST', path: '/google-sheet-cron', access: 'user', sends: ['url', 'type'], answers: ['message'] },
  { method: 'DELETE', path: '/google-sheet-cron/{id}', access: 'user', sends: [], answers: ['message'] },
];
