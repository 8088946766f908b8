/** The metrics of AWS that the services of the local cloud report. */
export const countedMetrics: readonly string[] = [
  'AWS/ApiGateway 4xx',
  'AWS/ApiGateway 5xx',
  'AWS/ApiGateway Count',
  'AWS/ApiGateway Latency',
  'AWS/CloudFront 5xxErrorRate',
  'AWS/DynamoDB ThrottledRequests',
  'AWS/Lambda Duration',
  'AWS/Lambda Errors',
  'AWS/Lambda Invocations',
  'AWS/Lambda Throttles',
  'AWS/SES Bounce',
  'AWS/SES Complaint',
  'AWS/SQS ApproximateNumberOfMessagesVisible',
  'AWS/States ExecutionsFailed',
  'AWS/States ExecutionsTimedOut',
  'AWS/WAFV2 BlockedRequests',
  'AWS/WAFV2 CountedRequests',
];

/**
 * Metrics that an alarm may watch and that never have values here, each with the reason. The start fails for
 * an alarm on any other metric without values.
 */
export const silentMetrics: Readonly<Record<string, string>> = {
  'AWS/SES Reputation.BounceRate': 'An average that SES keeps over many mails of an account.',
  'AWS/SES Reputation.ComplaintRate': 'An average that SES keeps over many mails of an account.',
};
