import { Router } from 'express';
import type { Response } from 'express';
import * as z from 'zod';
import { parseControlBody } from '#server/sandbox/control/parseControlBody.ts';
import { dayNumberOf } from '#server/sandbox/support/days.ts';
import { REFUSALS } from './capacity.ts';
import type { Capacity } from './capacity.ts';
import { badParameter } from '#server/sandbox/meta/graph/GraphError.ts';
import { requestAddress } from '#server/sandbox/meta/graph/graphRequest.ts';
import { insightRows, writeInsightRow } from './insights.ts';
import { parseInsightsQuery } from './insightsQuery.ts';
import type { InsightsQuery } from './insightsQuery.ts';
import type { MetaApi } from '#server/sandbox/meta/MetaApi.ts';
import type { MetaAdAccount } from '#server/sandbox/meta/metaData.ts';
import { limitOf, pageOf } from '#server/sandbox/meta/graph/paging.ts';
import { REPORT_ENDS, describeRun, isComplete } from './reports.ts';
import type { Report, Reports } from './reports.ts';
import { requireAccount } from '#server/sandbox/meta/requireAccount.ts';

/** Insights of ad accounts below a version: as answers, and as reports that are made meanwhile. */
export const createInsightsRouter = (api: MetaApi, reports: Reports, capacity: Capacity): Router => {
  const { context, usage } = api;
  const router = Router();

  const open = (res: Response, address: URL, node: string): MetaAdAccount => {
    const account = requireAccount(api, address.searchParams, node);
    usage.charge(res, account.id, 'ads_insights');
    return account;
  };

  /** The report of a call by a person with access to its ad account; undefined where the path names no report. */
  const findReport = (res: Response, address: URL, node: string): Report | undefined => {
    const report = reports.find(node);
    if (report) open(res, address, `act_${report.account.id}`);
    return report;
  };

  const sendRows = (res: Response, address: URL, account: MetaAdAccount, query: InsightsQuery): void => {
    // One day ahead of UTC, since it is already tomorrow where the earth turns first.
    const lastKnownDay = (dayNumberOf(context.clock.today()) ?? 0) + 1;
    const page = pageOf(insightRows(context.seed, account, query, lastKnownDay, context.corrections), address);
    res.json({ ...page, data: page.data.map((row) => writeInsightRow(row, query)) });
  };

  router.get('/:node/insights', (req, res) => {
    const address = requestAddress(req, context.url);
    const report = findReport(res, address, req.params.node);
    if (report) {
      if (!isComplete(report)) throw badParameter('The report is not complete yet');
      sendRows(res, address, report.account, report.query);
      return;
    }
    const account = open(res, address, req.params.node);
    const query = parseInsightsQuery(address.searchParams, context.clock, account.timeZone);
    capacity.check(query.lastDay - query.firstDay + 1, limitOf(address.searchParams.get('limit')));
    sendRows(res, address, account, query);
  });

  router.post('/:node/insights', (req, res) => {
    const address = requestAddress(req, context.url);
    const account = open(res, address, req.params.node);
    const query = parseInsightsQuery(address.searchParams, context.clock, account.timeZone);
    const { runId } = reports.start(account, query, Math.floor(context.clock.now() / 1000));
    // Meta: a number here, and a text everywhere else.
    res.type('json').send(`{"report_run_id":${runId}}`);
  });

  router.get('/:node', (req, res, next) => {
    const report = findReport(res, requestAddress(req, context.url), req.params.node);
    if (!report) {
      next();
      return;
    }
    report.polls += 1;
    res.json(describeRun(report));
  });

  return router;
};

const capacityBody = z.strictObject({ weight: z.int().min(0), refusal: z.enum(REFUSALS).default('reduce') });
const reportsBody = z.strictObject({ ends: z.array(z.enum(REPORT_ENDS)).min(1) });

/**
 * `POST /control/facebook/capacity` `{weight, refusal?}`: answers whose days times rows of a page are more than the weight
 * are refused. `POST /control/facebook/reports` `{ends}`: how the next reports end.
 */
export const createInsightsControl = (capacity: Capacity, reports: Reports): Router => {
  const control = Router();
  control.post('/facebook/capacity', (req, res) => {
    const order = parseControlBody(capacityBody, req);
    capacity.set(order.weight, order.refusal);
    res.json(order);
  });
  control.post('/facebook/reports', (req, res) => {
    const order = parseControlBody(reportsBody, req);
    reports.order(order.ends);
    res.json(order);
  });
  return control;
};
