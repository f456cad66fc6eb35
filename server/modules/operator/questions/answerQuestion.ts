import type { Request, Router } from 'express';
import { findEncryptionKeys } from '#server/config/encryptionKeys.ts';
import type { Env } from '#server/config/env.ts';
import { answerHeader, createInstallationProof, questionHeader } from './installationProof.ts';
import { reportSettings, settingsPath } from '#server/modules/operator/settingsReport.ts';

type Question = { path: string; env: Env; answer: (request: Request) => Promise<unknown> };

/** Answers a question of this installation. For anyone else there is nothing at `path`. */
export const answerQuestion = (router: Router, { path, env, answer }: Question): void => {
  router.get(path, async (request, response, next) => {
    const question = request.get(questionHeader);
    const sign =
      question === undefined
        ? null
        : createInstallationProof(await findEncryptionKeys(env)).readQuestion(path, question);
    if (!sign) {
      next();
      return;
    }
    const body = JSON.stringify(await answer(request));
    response.set(answerHeader, sign(body)).type('json').send(body);
  });
};

/** Reports to the doctor the settings with which this process was started. */
export const answerSettings = (router: Router, env: Env): void =>
  answerQuestion(router, {
    path: settingsPath,
    env,
    answer: async () => {
      const [key] = await findEncryptionKeys(env);
      // One of them signed the question.
      if (key === undefined) throw new Error('The key went away during a question');
      return reportSettings(env, key);
    },
  });
