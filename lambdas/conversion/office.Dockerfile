# The office converter: Lambda's Node 24 with LibreOffice. Amazon Linux 2023 has no LibreOffice of its own, so the
# Document Foundation's packages are taken, checked against the checksum they publish; their fonts keep the widths of
# Calibri, Cambria, Arial and Times. `cdk deploy` builds this for arm64 from the folder that `npm run build` makes.
FROM public.ecr.aws/lambda/nodejs:24

ARG VERSION=25.8.3.2
ARG ARCHIVE=https://downloadarchive.documentfoundation.org/libreoffice/old

RUN dnf install -y tar gzip cairo cups-libs dbus-libs fontconfig freetype libSM libX11 libX11-xcb libXext libXinerama libxslt nspr nss \
    && cd /tmp \
    && arch=$(uname -m) \
    && file="LibreOffice_${VERSION}_Linux_$(echo "$arch" | tr _ -)_rpm.tar.gz" \
    && curl --fail --silent --show-error --location --remote-name "$ARCHIVE/$VERSION/rpm/$arch/$file" \
    && curl --fail --silent --show-error --location --remote-name "$ARCHIVE/$VERSION/rpm/$arch/$file.sha256" \
    && sha256sum --check "$file.sha256" \
    && tar --extract --gzip --file "$file" \
    && dnf install -y LibreOffice_*_rpm/RPMS/*.rpm \
    && ln -s /opt/libreoffice*/program/soffice /usr/local/bin/soffice \
    && dnf clean all \
    && rm -rf /tmp/LibreOffice_*

# The only folder that a function may write to.
ENV HOME=/tmp

COPY . ${LAMBDA_TASK_ROOT}/
CMD ["index.handler"]
