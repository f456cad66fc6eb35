import { expect, it } from 'vitest';
import { readGraphLead, toLeadForm, toLeadPage } from './leadTransform.ts';
import { graphLead, leadForm, leadPage } from './leadTypes.ts';
import leadFormsSample from '#server/providers/facebook/samples/leadForms.json' with { type: 'json' };
import leadsSample from '#server/providers/facebook/samples/leads.json' with { type: 'json' };
import { pageOf } from '#server/providers/facebook/types.ts';

const noAd = { adId: null, adName: null, adsetId: null, adsetName: null, campaignId: null, campaignName: null };

it('keeps every answer of a lead, and maps omitted values to null', () => {
  const leads = leadsSample.data.map((lead) => readGraphLead(lead, '700000000000000101', null));
  const place = { pageId: '700000000000000101', formId: '600000000000000201' };
  expect(leads).toEqual([
    {
      ...place,
      id: '500000000000000301',
      createdAt: new Date('2026-11-12T08:49:14Z'),
      adId: '120210000000000401',
      adName: 'Test drive video',
      adsetId: '120210000000000301',
      adsetName: 'Berlin 25-54',
      campaignId: '120210000000000201',
      campaignName: 'Autumn leads',
      isOrganic: false,
      placement: 'ig',
      region: null,
      answers: [
        { name: 'full_name', values: ['Ada Example'] },
        { name: 'email', values: ['ada@example.test'] },
        { name: 'phone_number', values: ['+447700900001'] },
        { name: 'which_model?', values: ['Coupe', 'Estate'] },
      ],
    },
    {
      ...place,
      ...noAd,
      id: '500000000000000302',
      createdAt: new Date('2026-11-11T17:02:40Z'),
      isOrganic: true,
      placement: 'fb',
      region: null,
      answers: [{ name: 'email', values: ['bo@example.test'] }],
    },
    {
      ...place,
      ...noAd,
      id: '500000000000000303',
      createdAt: new Date('2026-11-10T00:00:00Z'),
      isOrganic: null,
      placement: null,
      region: null,
      answers: [],
    },
  ]);
});

it('reads what is readable of an odd lead, and keeps the lead as sent', () => {
  const odd = {
    ...leadsSample.data[0],
    created_time: 'yesterday',
    ad_id: '',
    form_id: undefined,
    field_data: [
      { name: 'email', values: ['ada@example.test'] },
      { name: 'phone_number', values: null },
    ],
  };
  const lead = readGraphLead(odd, '700000000000000101', '600000000000000201');
  expect(lead).toMatchObject({
    id: '500000000000000301',
    createdAt: null,
    formId: '600000000000000201',
    adId: null,
    adName: 'Test drive video',
    unreadable: 'created_time, form_id, field_data.1.values, ad_id',
  });
  expect(lead?.answers).toEqual([
    { name: 'email', values: ['ada@example.test'] },
    { name: 'unreadable_lead', values: [JSON.stringify(odd)] },
  ]);
});

it.each([null, 'text', [], {}, { id: '' }, { id: '../me' }, { id: '5' }])('cannot read %j as a lead', (value) => {
  expect(readGraphLead(value, '700000000000000101', null)).toBeNull();
});

it('names a form without a name by its id, and leaves its count unknown', () => {
  expect(pageOf(leadForm).parse(leadFormsSample).data.map(toLeadForm)).toEqual([
    { id: '600000000000000201', name: 'Test drive request', status: 'ACTIVE', leadCount: 14 },
    { id: '600000000000000202', name: '600000000000000202', status: 'ARCHIVED', leadCount: null },
  ]);
});

it('accepts a Page without a token', () => {
  const read = (page: object) => toLeadPage(leadPage.parse(page));
  expect(read({ id: '700000000000000101', name: 'Showroom', access_token: 'EAAPAGE' })).toEqual({
    id: '700000000000000101',
    name: 'Showroom',
    accessToken: 'EAAPAGE',
  });
  expect(read({ id: '700000000000000102' }).accessToken).toBeNull();
});

it.each([2 ** 60, '../me', 'act_1', ''])('rejects %j as an id', (id) => {
  expect(graphLead.safeParse({ ...leadsSample.data[0], id }).success).toBe(false);
});
