import { Router } from 'express';
import { bodyText } from '../../support/http.ts';
import { requiredBodyText, requiredText } from '../parameters.ts';
import type { TikTokApi } from '../tiktokApi.ts';
import { createExportFile } from './exportFile.ts';
import type { ExportTasks } from './exportTasks.ts';
import { requireForm } from './formRoutes.ts';
import type { LeadStore } from './leadStore.ts';
import { readRegion } from './readRegion.ts';

/** Routes for exporting a form's leads: create a task, poll it, download its file. */
export const createExportRouter = (api: TikTokApi, leads: LeadStore, tasks: ExportTasks): Router => {
  const router = Router({ strict: true });

  // TikTok: the same path creates a task, or returns the state of a given task.
  router.post('/page/lead/task/', (request, response) => {
    const region = readRegion(request);
    const advertiserId = requiredBodyText(request, 'advertiser_id');
    api.advertiserOf(request, advertiserId);
    const form = requireForm(leads, advertiserId, requiredBodyText(request, 'page_id'));
    const taskId = bodyText(request, 'task_id');
    if (taskId === undefined) {
      const file = createExportFile(form, region, leads.leadsOf(form.id, region), tasks.plan.zipAboveBytes);
      const task = tasks.create({ advertiserId, formId: form.id, region, file });
      api.send(response, { task_id: task.id, status: tasks.stateOf(task) });
      return;
    }
    const task = tasks.require(taskId, advertiserId, region);
    const status = tasks.stateOf(task);
    const file = status === 'SUCCEED' ? { file_name: task.file.name, file_type: task.file.type } : {};
    api.send(response, { task_id: task.id, status, ...file });
  });

  // TikTok: returns the file itself, or an envelope with an error.
  router.get('/page/lead/task/download/', (request, response) => {
    const advertiserId = requiredText(request, 'advertiser_id');
    api.advertiserOf(request, advertiserId);
    const file = tasks.requireFile(tasks.require(requiredText(request, 'task_id'), advertiserId, readRegion(request)));
    response.attachment(file.name).type(file.type === 'zip' ? 'application/zip' : 'text/csv');
    response.send(file.bytes);
  });

  return router;
};
