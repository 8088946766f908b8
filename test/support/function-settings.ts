/**
 * The region, table and buckets of functions that a test loads itself. They are read when a function is
 * loaded.
 */
export const functionSettings = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  TABLE_NAME: 'applications',
  AUDIT_TABLE_NAME: 'audit-log',
  UPLOADS_BUCKET: 'uploads',
  DOCUMENTS_BUCKET: 'documents',
};

/** The keys of the table, as CreateTable takes them. */
export const tableKeys = {
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' },
    { AttributeName: 'sk', AttributeType: 'S' },
  ],
};
