# The office converter: Lambda's Node 24 with LibreOffice and the fonts that keep a document's lines where they were.
FROM public.ecr.aws/lambda/nodejs:24
RUN dnf install -y libreoffice && dnf clean all
ENV HOME=/tmp
COPY . ${LAMBDA_TASK_ROOT}/
CMD ["index.handler"]
