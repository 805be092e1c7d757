from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Bounce",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("recipient", models.CharField(max_length=320)),
                ("reason", models.CharField(max_length=40, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="ProcessedEvent",
            fields=[("id", models.CharField(max_length=40, primary_key=True, serialize=False))],
        ),
    ]
