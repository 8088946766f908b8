import { type Duration, Size } from 'aws-cdk-lib';
import { LayerVersion } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Converter } from '../config/index.ts';
import { AppFunction } from './app-function.ts';
import type { Grant } from './function-role.ts';
import { IsolatedNetwork, joinVpc } from './isolated-network.ts';

export interface OfficeConverterProps {
  readonly converter: Converter;
  /** Gigabytes. */
  readonly storage: number;
  readonly grants: readonly Grant[];
  readonly timeout: Duration;
  readonly reservedConcurrency: number | undefined;
}

/**
 * Converts docx files to PDF with LibreOffice, cut off from every network but S3, and from every name but
 * S3's.
 */
export class OfficeConverter extends Construct {
  readonly function: AppFunction;

  constructor(
    scope: Construct,
    id: string,
    { converter, storage, grants, timeout, reservedConcurrency: atOnce }: OfficeConverterProps,
  ) {
    super(scope, id);
    const network = new IsolatedNetwork(this, 'Sealed', grants);
    const { soffice, ...packaging } = this.#packagingOf(converter);
    this.function = new AppFunction(this, 'Convert', {
      bundle: 'conversion-office',
      description: 'Turns a docx file into a PDF with LibreOffice',
      environment: { SOFFICE: soffice },
      grants: [...grants.map(onlyThrough(network.endpoint)), ...joinVpc(this)],
      memorySize: 2048,
      ephemeralStorageSize: Size.gibibytes(storage),
      timeout,
      ...(atOnce !== undefined && { reservedConcurrentExecutions: atOnce }),
      ...packaging,
      ...network.placement,
    });
    this.function.function.node.addDependency(network.nameRules);
  }

  #packagingOf(converter: Converter) {
    if (converter.kind === 'image') return { packaging: 'image' as const, soffice: 'soffice' };
    return {
      packaging: 'archive' as const,
      soffice: converter.soffice,
      layers: [LayerVersion.fromLayerVersionArn(this, 'LibreOffice', converter.arn)],
    };
  }
}

/** Credentials that a document carries out are of no use elsewhere. */
const onlyThrough =
  (endpoint: string) =>
  (grant: Grant): Grant => ({ ...grant, conditions: { StringEquals: { 'aws:SourceVpce': endpoint } } });
