// Replaces the SDK's endpoint discovery, a cache of addresses that none of our calls to DynamoDB uses.

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => false,
  configFileSelector: () => false,
  default: false,
};

export const resolveEndpointDiscoveryConfig = <Config extends object>(config: Config): Config =>
  Object.assign(config, {
    isClientEndpointDiscoveryEnabled: false,
    endpointDiscoveryEnabled: async () => false,
  });
