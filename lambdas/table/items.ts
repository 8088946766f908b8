// Schemas of the items in the table. Every read parses them. They ignore unknown attributes, which a newer
// version may have written.
export * from './items/account.ts';
export * from './items/application.ts';
export * from './items/office.ts';
export * from './items/outbox.ts';
