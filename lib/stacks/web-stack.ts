import { CfnOutput, Duration, RemovalPolicy, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import { AaaaRecord, ARecord, PublicHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { accept } from '../checks/reviewed-checks.ts';
import type { Deployment } from '../config/index.ts';
import { builtPath, siteUrlMarker } from '../constructs/build-folder.ts';
import { logGroup } from '../constructs/logs.ts';
import { PrivateBucket } from '../constructs/private-bucket.ts';
import { policyOfCalls, policyOfPages, securityHeaders } from '../constructs/security-headers.ts';
import { SiteDistribution } from '../constructs/site-distribution.ts';
import type { ApiStack } from './api-stack.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';

export interface WebStackProps extends StackProps {
  readonly deployment: Deployment;
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly edge: EdgeStack;
}

const hashedFiles = 'assets/*';
const wellKnownFiles = '.well-known/*';

/** The site in a private bucket, behind CloudFront together with the API. */
export class WebStack extends Stack {
  readonly origin: SiteDistribution;
  readonly siteUrl: string;
  readonly #site: PrivateBucket;

  constructor(scope: Construct, id: string, { deployment, data, api, edge, ...props }: WebStackProps) {
    super(scope, id, props);
    const hosts = [data.uploads, data.documents].map((bucket) => bucket.bucketRegionalDomainName);
    this.#site = new PrivateBucket(this, 'Site', { removalPolicy: RemovalPolicy.DESTROY });
    accept(this.#site, /S1$/, 'It contains only public files, and only CloudFront reads it');
    this.origin = new SiteDistribution(this, 'Origin', {
      site: this.#site,
      apiHost: `${api.contracts.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`,
      // This is a reference to the secret. CloudFormation reads the value when it deploys.
      originSecret: SecretValue.secretsManager(data.originSecret.secretArn, {
        versionId: deployment.originSecretVersion,
      }).unsafeUnwrap(),
      pageHeaders: securityHeaders(this, 'PageHeaders', policyOfPages(hosts)),
      callHeaders: securityHeaders(this, 'CallHeaders', policyOfCalls),
      domain: deployment.domain,
      certificate: edge.certificate,
      webAclId: edge.firewall?.arn,
    });
    this.siteUrl = `https://${deployment.domain?.name ?? this.origin.distribution.distributionDomainName}`;
    this.#publish(deployment);
    this.#nameSite(deployment);
  }

  /** Points the domain at CloudFront, or prints where the operator's DNS records have to point. */
  #nameSite({ domain }: Deployment) {
    const { distribution } = this.origin;
    new CfnOutput(this, 'SiteUrl', { value: this.siteUrl });
    if (domain?.hostedZone) {
      const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: domain.hostedZone.id,
        zoneName: domain.hostedZone.name,
      });
      const target = RecordTarget.fromAlias(new CloudFrontTarget(distribution));
      for (const AliasRecord of [ARecord, AaaaRecord])
        new AliasRecord(this, AliasRecord.name, { zone, recordName: `${domain.name}.`, target });
    } else if (domain)
      new CfnOutput(this, 'DistributionDomainName', {
        description: `The DNS records of ${domain.name} have to point here`,
        value: distribution.distributionDomainName,
      });
  }

  /**
   * Files in which the site's address replaces its marker. Messengers load the picture of a link only from an
   * absolute address, which only the deployment knows.
   */
  #withAddress(source: ISource): ISource {
    const markers = { [siteUrlMarker]: this.siteUrl };
    return { bind: (...given) => ({ ...source.bind(...given), markers }) };
  }

  /**
   * Files with a hash in their name are cached for a year. They are uploaded first, because no page may name
   * a file that is not there.
   */
  #publish({ environment, name, rejectCommonPasswords }: Deployment) {
    const site = Source.asset(builtPath(this, 'web'));
    const config = Source.jsonData('config.json', {
      ...{ environment, stage: name, rejectCommonPasswords },
    });
    // Old files stay, because pages that are open in a browser still request them.
    const common = { destinationBucket: this.#site, prune: false, logGroup: logGroup(this, 'PublishLog') };
    const assets = new BucketDeployment(this, 'Assets', {
      ...common,
      sources: [site],
      exclude: ['*'],
      include: [hashedFiles],
      cacheControl: [
        CacheControl.setPublic(),
        CacheControl.maxAge(Duration.days(365)),
        CacheControl.immutable(),
      ],
    });
    const drawn = Source.asset(builtPath(this, 'pages'));
    // RFC 9116 asks for this type and character set.
    const wellKnown = new BucketDeployment(this, 'WellKnown', {
      ...common,
      sources: [drawn],
      exclude: ['*'],
      include: [wellKnownFiles],
      contentType: 'text/plain; charset=utf-8',
      cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(1))],
    });
    // No invalidation: CloudFront asks for a page again after a second. A slow invalidation would roll the
    // stack back.
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [site, this.#withAddress(drawn), config],
      exclude: [hashedFiles, wellKnownFiles, '.vite/*'],
      cacheControl: [CacheControl.noCache()],
    });
    pages.node.addDependency(assets, wellKnown);
    for (const each of this.node.children.filter(({ node }) => node.id.startsWith('Custom::CDKBucket')))
      accept(
        each,
        /IAM4|IAM5|L1/,
        'The function with which AWS copies the site runs only during a deployment',
      );
    // A distribution that AWS rejects then leaves an empty bucket, which the rollback can delete.
    for (const each of [assets, wellKnown]) each.node.addDependency(this.origin.distribution);
  }
}
