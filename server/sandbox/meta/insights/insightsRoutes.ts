import { Router } from 'express';
import type { Response } from 'express';
import * as z from 'zod';
import { parseControlBody } from '#server/sandbox/control/parseControlBody.ts';
import { dayNumberOf } from '#server/sandbox/support/days.ts';
import { refusals } from './capacity.ts';
import type { Capacity } from './capacity.ts';
import { badParameter } from '#server/sandbox/meta/graph/GraphError.ts';
import { requestAddress } from '#server/sandbox/meta/graph/graphRequest.ts';
import { insightRows, writeInsightRow } from './insights.ts';
import { parseInsightsQuery } from './insightsQuery.ts';
import type { InsightsQuery } from './insightsQuery.ts';
import type { MetaApi } from '#server/sandbox/meta/MetaApi.ts';
import type { MetaAdAccount } from '#server/sandbox/meta/metaData.ts';
import { limitOf, pageOf } from '#server/sandbox/meta/graph/paging.ts';
import { reportEnds, describeRun, isComplete } from './reports.ts';
import type { Report, Reports } from './reports.ts';
import { requireAccount } from '#server/sandbox/meta/requireAccount.ts';

/** Routes for insights of ad accounts, below a version: immediate responses and asynchronous reports. */
export const createInsightsRouter = (api: MetaApi, reports: Reports, capacity: Capacity): Router => {
  const { context, usage } = api;
  const router = Router();

  const open = (response: Response, address: URL, node: string): MetaAdAccount => {
    const account = requireAccount(api, address.searchParams, node);
    usage.charge(response, account.id, 'ads_insights');
    return account;
  };

  /** The report of a call, if the person has access to its ad account; undefined if the path names no report. */
  const findReport = (response: Response, address: URL, node: string): Report | undefined => {
    const report = reports.find(node);
    if (report) open(response, address, `act_${report.account.id}`);
    return report;
  };

  const sendRows = (response: Response, address: URL, account: MetaAdAccount, query: InsightsQuery): void => {
    // One day ahead of UTC, because tomorrow has already begun in some time zones.
    const lastKnownDay = (dayNumberOf(context.clock.today()) ?? 0) + 1;
    const page = pageOf(insightRows(context.seed, account, query, lastKnownDay, context.corrections), address);
    response.json({ ...page, data: page.data.map((row) => writeInsightRow(row, query)) });
  };

  router.get('/:node/insights', (request, response) => {
    const address = requestAddress(request, context.url);
    const report = findReport(response, address, request.params.node);
    if (report) {
      if (!isComplete(report)) throw badParameter('The report is not complete yet');
      sendRows(response, address, report.account, report.query);
      return;
    }
    const account = open(response, address, request.params.node);
    const query = parseInsightsQuery(address.searchParams, context.clock, account.timeZone);
    capacity.check(query.lastDay - query.firstDay + 1, limitOf(address.searchParams.get('limit')));
    sendRows(response, address, account, query);
  });

  router.post('/:node/insights', (request, response) => {
    const address = requestAddress(request, context.url);
    const account = open(response, address, request.params.node);
    const query = parseInsightsQuery(address.searchParams, context.clock, account.timeZone);
    const { runId } = reports.start(account, query, Math.floor(context.clock.now() / 1000));
    // Meta: a number here, but text everywhere else.
    response.type('json').send(`{"report_run_id":${runId}}`);
  });

  router.get('/:node', (request, response, next) => {
    const report = findReport(response, requestAddress(request, context.url), request.params.node);
    if (!report) {
      next();
      return;
    }
    report.polls += 1;
    response.json(describeRun(report));
  });

  return router;
};

const capacityBody = z.strictObject({ weight: z.int().min(0), refusal: z.enum(refusals).default('reduce') });
const reportsBody = z.strictObject({ ends: z.array(z.enum(reportEnds)).min(1) });

/**
 * `POST /control/facebook/capacity` `{weight, refusal?}`: refuses responses if days times rows per page exceed the weight.
 * `POST /control/facebook/reports` `{ends}`: sets how the next reports end.
 */
export const createInsightsControl = (capacity: Capacity, reports: Reports): Router => {
  const control = Router();
  control.post('/facebook/capacity', (request, response) => {
    const order = parseControlBody(capacityBody, request);
    capacity.set(order.weight, order.refusal);
    response.json(order);
  });
  control.post('/facebook/reports', (request, response) => {
    const order = parseControlBody(reportsBody, request);
    reports.order(order.ends);
    response.json(order);
  });
  return control;
};
