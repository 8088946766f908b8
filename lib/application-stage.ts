import { Stage, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { type Deployment, edgeRegion } from './config/index.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { ApplicationPdfStack } from './stacks/application-pdf-stack.ts';
import { AuditStack } from './stacks/audit-stack.ts';
import { BackupStack } from './stacks/backup-stack.ts';
import { ConversionStack } from './stacks/conversion-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { DeliveryStack } from './stacks/delivery-stack.ts';
import { EdgeOperationsStack } from './stacks/edge-operations-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { OperationsStack } from './stacks/operations-stack.ts';
import { RetentionStack } from './stacks/retention-stack.ts';
import { WebStack } from './stacks/web-stack.ts';

/** One whole deployment: its stacks, and which of them uses which. */
export class ApplicationStage extends Stage {
  constructor(scope: Construct, deployment: Deployment) {
    const { name, account, region, removal } = deployment;
    const inAccount = account && { account };
    super(scope, `Matricula-${name}`, { env: { region, ...inAccount } });
    const atEdge = { deployment, env: { region: edgeRegion, ...inAccount } };
    const edge = new EdgeStack(this, 'Edge', atEdge);
    const data = new DataStack(this, 'Data', { deployment, terminationProtection: removal === 'retain' });
    const backup = new BackupStack(this, 'Backup', { deployment, data });
    const conversion = new ConversionStack(this, 'Conversion', { deployment, data });
    const applicationPdf = new ApplicationPdfStack(this, 'ApplicationPdf', { deployment, data });
    const delivery = new DeliveryStack(this, 'Delivery', { deployment, data });
    const api = new ApiStack(this, 'Api', { deployment, data, conversion, applicationPdf, delivery });
    const web = new WebStack(this, 'Web', { deployment, data, api, edge });
    new EdgeOperationsStack(this, 'EdgeOperations', { ...atEdge, edge, web });
    const retention = new RetentionStack(this, 'Retention', { deployment, data });
    const watched = { data, backup, conversion, applicationPdf, delivery, api, retention };
    new OperationsStack(this, 'Operations', { deployment, watched });
    new AuditStack(this, 'Audit', { deployment, watched });
    // cfn-lint (E3002) does not know yet that a dashboard can have tags.
    const options = { excludeResourceTypes: ['AWS::CloudWatch::Dashboard'] };
    Tags.of(this).add('application', 'matricula', options);
    Tags.of(this).add('stage', name, options);
  }
}
