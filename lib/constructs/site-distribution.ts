import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  PriceClass,
  type ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { visitorRoutes } from '../../shared/api/application-routes.ts';
import { maxBodyBytes } from '../../shared/api/contract.ts';
import { settingsCacheSeconds } from '../../shared/rules/limits.ts';
import { accept } from '../checks/reviewed-checks.ts';
import type { Deployment } from '../config/index.ts';

export interface SiteDistributionProps {
  readonly site: IBucket;
  readonly apiHost: string;
  /** CloudFront sends it with every API request, and the API rejects requests without it. */
  readonly originSecret: string;
  readonly pageHeaders: ResponseHeadersPolicy;
  readonly callHeaders: ResponseHeadersPolicy;
  readonly domain: Deployment['domain'];
  readonly certificate: ICertificate | undefined;
  readonly webAclId: string | undefined;
}

/** Near a deadline, open pages ask for it every 40 seconds, so CloudFront answers most of them. */
const settingsPath = visitorRoutes.getSettings.path;

/** The paths of the API. All other paths belong to the site. */
const apiPaths = ['/api/*', '/public/*', '/service/*', '/lookup/*'];

/**
 * Errors of a GET that CloudFront caches for ten seconds by default, by host and path alone: one applicant's
 * 503 would reach everybody. It caches other errors only when the origin asks for it.
 */
const errorsKeptByDefault = [404, 414, 500, 501, 502, 503, 504];

const acceptedRules = [
  [/CFR1/, 'Applicants live anywhere'],
  [/CFR2/, 'The firewall is a setting: production has it, and a trial does not have to pay for it'],
  [/CFR3/, 'The older log has query strings with reset ids and tokens; the newer one omits them'],
  [/CFR4/, 'Without a custom domain, the certificate of CloudFront sets the minimum protocol'],
] as const;

/** Site and API on one host, so that there are no cross-origin calls and no other host sees the cookies. */
export class SiteDistribution extends Construct {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: SiteDistributionProps) {
    super(scope, id);
    const { site, domain, certificate, webAclId } = props;
    const calls = this.#calls(props);
    const pages: BehaviorOptions = {
      origin: S3BucketOrigin.withOriginAccessControl(site),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: props.pageHeaders,
      functionAssociations: [this.#atRequest('Site', 'site.js', domain)],
    };
    this.distribution = new Distribution(this, 'Distribution', {
      comment: 'Admissions application',
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      ...(domain && {
        domainNames: [domain.name],
        certificate,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      ...(webAclId && { webAclId }),
      defaultBehavior: pages,
      errorResponses: errorsKeptByDefault.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      additionalBehaviors: {
        [settingsPath]: { ...calls, ...this.#cachedBriefly() },
        ...Object.fromEntries(apiPaths.map((path) => [path, calls])),
      },
    });
    for (const [rule, reason] of acceptedRules) accept(this.distribution, rule, reason);
  }

  /**
   * Never cached, because applicants must not see each other's answers. Cookies and query strings are
   * forwarded, the host is not.
   */
  #calls({ apiHost, originSecret, callHeaders, domain }: SiteDistributionProps): BehaviorOptions {
    return {
      origin: new HttpOrigin(apiHost, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        readTimeout: Duration.seconds(30),
        customHeaders: { 'x-origin-secret': originSecret },
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: callHeaders,
      functionAssociations: [this.#atRequest('Calls', 'calls.js', domain)],
    };
  }

  /**
   * For a reply that is the same for everyone. Without an origin request policy, neither cookies nor the
   * query reach the function.
   */
  #cachedBriefly() {
    return {
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: new CachePolicy(this, 'Briefly', {
        minTtl: Duration.seconds(0),
        defaultTtl: Duration.seconds(0),
        maxTtl: Duration.seconds(settingsCacheSeconds),
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      }),
      originRequestPolicy: undefined,
    };
  }

  /**
   * CloudFront Functions have no environment, so their settings precede the code. Without a domain, the name
   * is empty.
   */
  #atRequest(id: string, file: string, domain: Deployment['domain']) {
    const code = readFileSync(join(import.meta.dirname, '../edge', file), 'utf8');
    const edgeFunction = new EdgeFunction(this, id, {
      runtime: FunctionRuntime.JS_2_0,
      code: FunctionCode.fromInline(
        `var ownName = '${domain?.name ?? ''}';\nvar maxBodyBytes = ${maxBodyBytes};\n${code}`,
      ),
    });
    return { eventType: FunctionEventType.VIEWER_REQUEST, function: edgeFunction };
  }
}
