/** The package has no types. */
declare module '@adobe/structured-data-validator' {
  export default class Validator {
    constructor(schemaOrg?: object);
    validate(extracted: {
      jsonld: Record<string, object[]>;
    }): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING' }[]>;
  }
}
