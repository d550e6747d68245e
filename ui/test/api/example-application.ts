// A complete application without a photo: the example in openapi.json.
import openapi from '../../../openapi.json';
import type { SubmitApplicationRequest } from '../../src/api/applications';

const { headshot_id: _, ...answers } =
  openapi.paths['/applications'].post.requestBody.content['application/json'].example;

export const exampleApplication = {
  ...answers,
  t_shirt_size: answers.t_shirt_size as SubmitApplicationRequest['t_shirt_size'],
};
